// SPDX-License-Identifier: GPL-3.0-or-later

/// How the items of a list become others, one after the other: which of them stay, and what stands before each.
struct FrontMatterItems {
    private let texts: [String]
    private let removed: Set<Int>
    private let inserted: Set<Int>
    private var item = 0
    private var text = 0

    /// - Parameters:
    ///   - items: The texts of the items that there are.
    ///   - texts: Those that there are to be.
    init(_ items: [String], becoming texts: [String]) {
        self.texts = texts
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in texts.difference(from: items) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        (self.removed, self.inserted) = (removed, inserted)
    }

    /// Moves to the next item.
    ///
    /// - Returns: The new texts before it, or in its place if it does not stay.
    mutating func next() -> (before: [String], stays: Bool) {
        let start = text
        while inserted.contains(text) { text += 1 }
        let before = Array(texts[start..<text])
        let stays = !removed.contains(item)
        if stays { text += 1 }
        item += 1
        return (before, stays)
    }

    /// The new texts behind the last item.
    var rest: ArraySlice<String> { texts[text...] }
}

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

    /// The text of an item; `nil` for one that is not text.
    private static func text(_ item: String) -> String? {
        FrontMatter.scalar(String(item.drop { $0 == " " }.dropFirst()))
    }
}

/// A list in brackets, `[a, "b c"]`, as it is written.
struct FrontMatterFlow {
    private let items: [String]

    /// - Parameter text: The list with its brackets.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var starts = [1]
        _ = YAMLBytes.flowEnd(bytes, from: 0) { starts.append($0 + 1) }
        let ends = starts.dropFirst().map { $0 - 1 } + [bytes.count - 1]
        items = zip(starts, ends).map { String(decoding: bytes[$0..<max($0, $1)], as: UTF8.self) }
    }

    /// The list of these texts: items that stay are spelled as they were, and each new one stands where it belongs.
    ///
    /// - Parameter written: How a new one is written.
    func setting(_ texts: [String], written: (String) -> String = FrontMatter.quoted) -> String {
        let gap = items.count > 1 && items.dropFirst().allSatisfy { $0.first?.isWhitespace == false } ? "" : " "
        var new = FrontMatterItems(items.compactMap(FrontMatter.scalar), becoming: texts)
        var kept: [String] = []
        for (index, item) in items.enumerated() {
            guard FrontMatter.scalar(item) != nil else {
                // Neither a blank behind the last comma nor what is not text is one of the texts.
                if !item.allSatisfy(\.isWhitespace) { kept.append(item) }
                continue
            }
            let (before, stays) = new.next()
            // One that takes the place of another stands as that did.
            let blanks = stays || index == 0 ? gap : Self.blanks(item)
            kept += before.map { blanks + written($0) }
            if stays { kept.append(index == 0 && !kept.isEmpty ? gap + item.drop(while: \.isWhitespace) : item) }
        }
        let (before, after) = (
            items.first.map(Self.blanks) ?? "", items.last.map { Self.blanks(String($0.reversed())) } ?? ""
        )
        var list = kept.enumerated().map { $0 == 0 ? before + $1.drop(while: \.isWhitespace) : $1 }
        if let last = list.popLast() {
            list.append(String(last.reversed().drop(while: \.isWhitespace).reversed()))
        }
        for text in new.rest { list.append((list.isEmpty ? before : gap) + written(text)) }
        return "[" + list.joined(separator: ",") + (list.isEmpty ? "" : String(after.reversed())) + "]"
    }

    private static func blanks(_ text: String) -> String { String(text.prefix(while: \.isWhitespace)) }
}
