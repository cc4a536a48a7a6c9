// SPDX-License-Identifier: GPL-3.0-or-later

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
                // Neither a blank behind the last comma nor what is no text is one of the texts.
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
