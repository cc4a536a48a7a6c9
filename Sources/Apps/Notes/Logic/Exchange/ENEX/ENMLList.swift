// SPDX-License-Identifier: GPL-3.0-or-later

/// A list that is being written.
struct ENMLList {
    /// Whether its items have numbers.
    let isOrdered: Bool
    /// Whether its items have check boxes.
    let isChecklist: Bool
    private var number = 0

    init(isOrdered: Bool, isChecklist: Bool) {
        self.isOrdered = isOrdered
        self.isChecklist = isChecklist
    }

    /// What the next item begins with.
    mutating func next(isChecked: Bool?) -> String {
        number += 1
        let box = isChecked ?? (isChecklist ? false : nil)
        return bullet + (box.map { $0 ? "[x] " : "[ ] " } ?? "")
    }

    /// How far the lines below an item’s first are indented; columns.
    var width: Int { bullet.count }

    private var bullet: String { isOrdered ? "\(number). " : "- " }
}
