// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session
import Terminal

/// One line for each contact.
@MainActor
struct ContactListView {
    let contacts: [Contact]

    func draw(_ position: PanelPosition, on canvas: inout Canvas, in context: DrawingContext) {
        guard !contacts.isEmpty else {
            canvas.write(Strings.contactsNone.string(in: context.language), at: Point(column: 1, row: 0), style: .dim)
            return
        }
        let half = canvas.size.columns / 2
        for (row, index) in position.rows.enumerated() {
            let contact = contacts[index]
            let style = contact.kind == .corporate ? Style(foreground: context.accent) : Style.plain
            canvas.write(contact.name, at: Point(column: 1, row: row), style: style, width: max(1, half - 2))
            let numbers = [contact.address.text, contact.workNumber].compactMap { $0 }.joined(separator: " · ")
            canvas.write(numbers, at: Point(column: half, row: row), style: .dim)
        }
    }
}
