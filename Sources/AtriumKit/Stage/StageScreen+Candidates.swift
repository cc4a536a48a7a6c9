// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// The candidates above the prompt.
extension StageScreen {
    /// Keys that step through them besides those that the user has for it.
    static let candidateKeys: [(key: KeySequence, action: ShellKey)] =
        keys([("Up", .selectUp), ("Down", .selectDown), ("S-Tab", .selectUp)]) + [(.escape, .cancel)]

    /// Shows candidates for the word before the cursor.
    public func list(_ candidates: [Completion], choose: @escaping @MainActor (Completion) -> Void) {
        guard palette == nil else { return }
        self.candidates = candidates.isEmpty ? nil : CandidateList(candidates, choose: choose)
        bindKeys()
        draw()
    }

    /// Selects the next of the candidates that are shown; false where none are.
    public func nextCandidate() -> Bool {
        guard candidates != nil else { return false }
        moveCandidate { $0.select(by: 1) }
        return true
    }

    /// Takes the candidates away.
    func dropCandidates() {
        guard candidates != nil else { return }
        candidates = nil
        bindKeys()
    }

    /// What a key does while candidates are shown; nil: what it does otherwise, without them.
    func pressInCandidates(_ key: ShellKey) -> KeyOutcome? {
        switch key {
        case .selectUp: moveCandidate { $0.select(by: -1) }
        case .selectDown: moveCandidate { $0.select(by: 1) }
        case .pageUp: moveCandidate { $0.select(byPages: -1) }
        case .pageDown: moveCandidate { $0.select(byPages: 1) }
        case .open:
            guard let list = candidates, let chosen = list.selected else { return nil }
            dropCandidates()
            draw()
            list.choose(chosen)
        case .cancel:
            dropCandidates()
            draw()
        default: return nil
        }
        return .done
    }

    private func moveCandidate(_ change: (inout CandidateList) -> Void) {
        guard var list = candidates else { return }
        let wasIn = list.selected != nil
        change(&list)
        candidates = list
        // From now on Enter chooses.
        if !wasIn { bindKeys() }
        draw()
    }
}
