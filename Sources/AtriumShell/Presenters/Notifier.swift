// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal
import Worlds

/// Has the terminal tell the desktop what happens beside what is typed, where the user wants that.
@MainActor
struct Notifier {
    let coordinator: Coordinator
    let settings: UserSettings
    let gate: OutputGate

    /// Tells of something, unless it is somebody’s who has not given the password.
    func tell(_ news: VisibleText) {
        guard gate.isTerminal, !coordinator.isCovered else { return }
        let program = VisibleText(coordinator.world.program.name)
        switch NotificationChoice(rawValue: settings.value(of: .notify)) {
        case .off, nil: break
        case .on: gate.writeFrame(.notification(news, of: program))
        case .rxvt: gate.writeFrame(.rxvtNotification(news, of: program))
        }
    }
}
