// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What stands before a block’s first line and before the others: bars of quotations and signs of items.
struct BlockMargin {
    var lead = StyledText()
    var indent = ""
    /// How text stands out for what it stands in.
    var marks: Marks = []
    var width: Int { DisplayWidth.of(indent) }

    /// Whether there is one, and it leaves room for what stands behind it; elsewhere the text counts more.
    func hasRoom(in columns: Int) -> Bool { !indent.isEmpty && columns - width >= 8 }

    init(_ containers: [Block.Container]) {
        for container in containers {
            switch container {
            case .quote:
                lead.append("▏ ", .faint)
                indent += "▏ "
                marks.insert(.stressed)
            case .item(let sign, let begins):
                let text = Self.text(of: sign) + " "
                let blanks = String(repeating: " ", count: DisplayWidth.of(text))
                if case .reference = sign { lead.append(text, .faint) } else { lead.append(begins ? text : blanks) }
                indent += blanks
                if sign == .box(isTicked: true) { marks.insert(.faint) }
            }
        }
    }

    private static func text(of sign: Block.Sign) -> String {
        switch sign {
        case .bullet: "•"
        case .number(let number): "\(number)."
        case .box(let isTicked): isTicked ? "☑" : "☐"
        case .reference(let number): "[\(number)]"
        case .label(let text): Sanitizer.visible(text)
        }
    }
}
