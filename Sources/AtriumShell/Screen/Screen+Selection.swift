// SPDX-License-Identifier: GPL-3.0-or-later

/// What is marked or selected in what is seen.
extension Screen {
    /// The things of a kind that are marked or selected.
    func selection(of item: String) -> [String] {
        output.isShown && state.isPossible ? state.selection(of: item) : []
    }

    /// What is marked.
    var marked: [String] { output.isShown && state.isPossible ? state.marked : [] }

    /// Unmarks what is marked: a command was for it.
    func unmark() {
        if output.isShown, state.isPossible { state.unmark() }
    }
}
