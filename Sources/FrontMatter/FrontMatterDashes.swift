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

    /// The lines of these texts: items that stay are spelled as they were, and new ones come last.
    func setting(_ texts: [String], end: String) -> String {
        var left = texts
        var lines: [String] = []
        var place = 0
        for part in parts {
            switch part {
            case .rest(let line): lines.append(line)
            case .item(let item):
                place = lines.count
                if let text = FrontMatter.scalar(String(item.drop { $0 == " " }.dropFirst())) {
                    guard let index = left.firstIndex(of: text) else { continue }
                    left.remove(at: index)
                }
                lines.append(item)
                place = lines.count
            }
        }
        lines.insert(contentsOf: left.map { "\(indent)- \(FrontMatter.quoted($0))\(end)" }, at: place)
        return lines.joined()
    }
}
