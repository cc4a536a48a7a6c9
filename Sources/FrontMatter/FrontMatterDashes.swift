// SPDX-License-Identifier: GPL-3.0-or-later

/// A list of lines that begin with a dash, as it is written.
struct FrontMatterDashes {
    /// A line or more, each with its end.
    private enum Part {
        /// An item with the lines below that belong to it.
        case item(String)
        /// A comment or a blank line.
        case rest(String)
    }

    private var parts: [Part] = []
    private let indent: Substring

    /// - Parameter text: The lines below the one of the name.
    init(_ text: String) {
        let lines = FrontMatterBlock.lines(text)
        let first = lines.first { $0.drop { $0 == " " }.hasPrefix("-") } ?? ""
        indent = first.prefix { $0 == " " }
        for line in lines {
            let bare = line.drop { $0 == " " || $0 == "\t" }
            if bare.first.map({ $0.isNewline || $0 == "#" }) ?? true {
                parts.append(.rest(line))
            } else if line.prefix(while: { $0 == " " }) == indent, bare.hasPrefix("-") {
                parts.append(.item(line))
            } else if case .item(let item)? = parts.last {
                parts[parts.count - 1] = .item(item + line)
            } else {
                parts.append(.rest(line))
            }
        }
    }

    /// The lines of these texts: items that stay are spelled as they were, and each new one stands where it belongs,
    /// below all lines of the item before it at the end.
    func setting(_ texts: [String], end: String) -> String {
        let items = parts.compactMap { if case .item(let item) = $0 { Self.text(item) } else { nil } }
        var new = FrontMatterItems(items, becoming: texts)
        func line(_ text: String) -> String { "\(indent)- \(FrontMatter.quoted(text))\(end)" }
        var lines: [String] = []
        var place = 0
        for part in parts {
            switch part {
            case .rest(let line): lines.append(line)
            case .item(let item):
                if Self.text(item) == nil {
                    lines.append(item)
                } else {
                    let (before, stays) = new.next()
                    lines += before.map(line) + (stays ? [item] : [])
                }
                place = lines.count
            }
        }
        lines.insert(contentsOf: new.rest.map(line), at: place)
        return lines.joined()
    }

    /// What an item says; nil for one that is no text.
    private static func text(_ item: String) -> String? {
        FrontMatter.scalar(String(item.drop { $0 == " " }.dropFirst()))
    }
}
