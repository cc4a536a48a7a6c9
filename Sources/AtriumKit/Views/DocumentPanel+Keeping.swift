// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeping the place of somebody who reads: by what stands there, whatever line that is.
extension DocumentPanel {
    /// What stands at the top of what is seen, which is where it was however often the width changes.
    func placeRead(in before: DocumentLayout) -> DocumentLayout.Place? {
        if let held, held.top == position.top { return held.place }
        return before.place(of: position.top)
    }

    /// Whether what is seen may stand elsewhere by now: whoever is at the very top stays there, and whoever reads blocks
    /// that can be told from the others stays with them.
    func isMoved(since before: DocumentLayout) -> Bool {
        let rows = position.rows.clamped(to: 0..<before.count)
        guard rows.lowerBound > 0, !rows.isEmpty, before.mark(of: rows.lowerBound) == nil else { return false }
        return !layout.says(rows, asIn: before)
    }

    /// The line at which what is seen stands now; nil where none of it is left.
    func lineKept(since before: DocumentLayout) -> Int? {
        layout.line(of: position.rows.clamped(to: 0..<before.count), in: before)
    }
}
