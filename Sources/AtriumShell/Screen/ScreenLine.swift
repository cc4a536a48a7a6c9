// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Shows on the screen the line that is typed, and what there is to choose for it.
@MainActor
final class ScreenLine: LineDisplay {
    private let state: ScreenState
    private let keyboard: ScreenKeyboard
    private let remarks: LineRemarks

    /// - Parameter remarks: What apps say of the line.
    init(state: ScreenState, keyboard: ScreenKeyboard, remarks: LineRemarks) {
        self.state = state
        self.keyboard = keyboard
        self.remarks = remarks
    }

    func show(_ line: EditedLine) {
        let focus = state.focus
        state.take(keyboard.givingBackLetter(to: line))
        remarks.follow(state.typed.line.text) { [weak self] remark in
            guard let self, state.typed.remark != remark else { return }
            state.typed.remark = remark
            keyboard.draw(.overlays)
        }
        let staysInPlace = state.searching == nil && (state.focus == focus || state.focus == .line)
        keyboard.draw(staysInPlace ? .overlays : .panels)
    }

    func list(_ candidates: [Completion], choose: @escaping @MainActor (Completion) -> Void) {
        guard state.palette == nil else { return }
        state.candidates = candidates.isEmpty ? nil : CandidateList(candidates, choose: choose)
        keyboard.draw(.overlays)
    }

    func nextCandidate() -> Bool {
        guard state.candidates != nil else { return false }
        keyboard.overlays.moveCandidate { $0.select(by: 1) }
        return true
    }
}
