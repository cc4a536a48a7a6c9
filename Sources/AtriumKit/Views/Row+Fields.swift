// SPDX-License-Identifier: GPL-3.0-or-later

extension Row {
    /// What a user knows it by: what stands before its title, and the title.
    package var name: String { [lead, title.text].filter { !$0.isEmpty }.joined(separator: " ") }

    /// All that it says, also what a panel cuts or has no room for.
    package var fields: [Detail.Field] {
        let signs = "\(sign) \(badge.text)".split(separator: " ").joined(separator: " ")
        let parts = [
            ("signs", Strings.rowSigns, signs), ("details", Strings.rowDetails, detail.text),
            ("right", Strings.rowRight, trailing), ("below", Strings.rowBelow, excerpt.text),
        ]
        return [.init("selected", Strings.rowSelected, .text(name))]
            + parts.filter { !$0.2.isEmpty }.map { .init($0, $1, .text($2)) }
    }
}
