// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal
import Worlds

/// The title of the terminal’s window: where somebody is, while that may be seen, where they want it.
@MainActor
final class WindowTitle {
    private let coordinator: Coordinator
    private let settings: UserSettings
    private let gate: OutputGate
    private var shown: VisibleText?

    init(coordinator: Coordinator, settings: UserSettings, gate: OutputGate) {
        self.coordinator = coordinator
        self.settings = settings
        self.gate = gate
    }

    /// Shows where somebody is now.
    func update() {
        guard gate.isTerminal, settings.value(of: .title) == Switch.on.rawValue else { return end() }
        let program = VisibleText(coordinator.world.program.name)
        let app = coordinator.isCovered ? nil : coordinator.currentApp
        let place = app.flatMap { ReplyText(coordinator: coordinator).place(in: $0) }
        let title = place.map { "\($0) — \(program)" } ?? program
        guard title != shown else { return }
        gate.writeFrame((shown == nil ? .saveTitle : .none) + .title(title))
        shown = title
    }

    /// Gives the window the title back that it had.
    func end() {
        guard shown != nil else { return }
        shown = nil
        gate.writeFrame(.restoreTitle)
    }
}
