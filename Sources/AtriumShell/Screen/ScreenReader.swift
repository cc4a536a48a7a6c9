// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// The actions of keys in a document: searching, choosing a part to copy, and leaving one that is gone.
@MainActor
final class ScreenReader {
    private let coordinator: Coordinator
    private let state: ScreenState
    private let mover: PanelMover
    private let clipboard: Clipboard
    /// Draws changes.
    var draw: @MainActor () -> Void = {}
    /// Reports the result.
    var tell: @MainActor (Status.Kind, LocalizedText) -> Void = { _, _ in }

    init(coordinator: Coordinator, state: ScreenState, mover: PanelMover, clipboard: Clipboard) {
        self.coordinator = coordinator
        self.state = state
        self.mover = mover
        self.clipboard = clipboard
    }

    /// The document that keys move in; `nil` if it is a list, or the line has the focus.
    var document: DocumentPanel? { state.focus == .line ? nil : mover.document }

    /// Moves to another match; false without a search.
    func moveHit(by steps: Int) -> Bool {
        guard let document, document.search.isOn else { return false }
        mover.moveHit(by: steps, in: document)
        return true
    }

    /// Searches beyond the loaded part, if that has no match.
    func seekFirstHit(in document: DocumentPanel) {
        if document.search.mayBeElsewhere { mover.moveHit(by: document.search.reading, in: document) }
    }

    /// Reports that the object of the keys is gone, and shows the present content instead; false if nothing is gone.
    func endLoss() -> Bool {
        guard let detail = coordinator.currentApp?.detail, let text = detail.lossText else { return false }
        detail.close()
        state.settleFocus()
        draw()
        tell(.news, text)
        return true
    }

    /// Begins to choose a part to copy; false if there is no document.
    func beginPicking() -> Bool {
        guard let document, document.picking.begin() else { return false }
        state.picking = document
        draw()
        return true
    }

    /// Performs the action of a key during the choice.
    func press(_ key: CopyKey) -> KeyOutcome {
        guard let document = state.picking else { return .done }
        switch key {
        case .up: document.picking.move(by: -1)
        case .down: document.picking.move(by: 1)
        case .line: _ = document.picking.begin(.line)
        case .block: _ = document.picking.begin(.block)
        case .copy, .all: return .leave
        case .back: state.endPicking()
        }
        draw()
        return .done
    }

    /// Copies the chosen part, or all.
    func copy(_ key: CopyKey) async {
        guard let document = state.picking else { return }
        let text = key == .all ? document.wholeText(in: coordinator.viewContext) : document.picking.text
        state.endPicking()
        draw()
        guard let text else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        if await clipboard.copy(text) {
            tell(.done, Strings.copiedLines(count: lines))
        } else {
            tell(.failed, Strings.copyTooLong(limit: Clipboard.limit / 1_000))
        }
    }
}

/// The keys while the user chooses a part to copy.
enum CopyKey: String, FixedKey {
    case up = "copy-up"
    case down = "copy-down"
    case block = "copy-block"
    case line = "copy-line"
    case all = "copy-all"
    case copy = "copy-this"
    case back = "copy-back"

    var keys: [KeySequence?] {
        switch self {
        case .up: [KeySequence("Up")]
        case .down: [KeySequence("Down")]
        case .block: [KeySequence(typed: "b")]
        case .line: [KeySequence(typed: "l")]
        case .all: [KeySequence(typed: "a")]
        case .copy: [.enter, KeySequence(typed: "y")]
        case .back: [.escape]
        }
    }
}
