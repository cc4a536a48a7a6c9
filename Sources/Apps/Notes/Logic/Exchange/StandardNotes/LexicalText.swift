// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Makes Markdown of a text of the editor Lexical (https://lexical.dev), a tree in JSON.
struct LexicalText {
    /// The text.
    private(set) var markdown = ""
    /// The files that it shows, which are not in it.
    private(set) var files: [String] = []

    /// Nil for what is no such text.
    init?(_ json: String) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
            let root = object["root"] as? [String: Any]
        else { return nil }
        markdown = blocks(Self.children(root), depth: 0).joined(separator: "\n")
    }

    private static func children(_ node: [String: Any]) -> [[String: Any]] {
        node["children"] as? [[String: Any]] ?? []
    }

    private mutating func blocks(_ nodes: [[String: Any]], depth: Int) -> [String] {
        // No deeper than anybody writes.
        guard depth < 64 else { return [] }
        var lines: [String] = []
        for node in nodes {
            switch node["type"] as? String ?? "" {
            case "heading":
                let level = Int((node["tag"] as? String ?? "h1").dropFirst()) ?? 1
                lines.append(String(repeating: "#", count: min(6, max(1, level))) + " " + spans(node, depth))
            case "quote":
                lines += spans(node, depth).split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
            case "code":
                lines += ["```" + (node["language"] as? String ?? ""), text(node, depth), "```"]
            case "list":
                lines += items(node, depth)
            case "horizontalrule": lines.append("---")
            case "table":
                for (index, row) in Self.children(node).enumerated() {
                    let cells = Self.children(row).map { cell in
                        blocks(Self.children(cell), depth: depth + 1).joined(separator: " ").replacing("|", with: "\\|")
                    }
                    lines.append("| " + cells.joined(separator: " | ") + " |")
                    if index == 0 { lines.append("|" + String(repeating: " --- |", count: cells.count)) }
                }
            case "snfile":
                let id = node["fileUuid"] as? String ?? "file"
                files.append(id)
                lines.append("[\(id)]")
            case "collapsible-container", "collapsible-content", "collapsible-title", "layout-container", "layout-item":
                lines += blocks(Self.children(node), depth: depth + 1)
            default: lines.append(spans(node, depth))
            }
        }
        return lines
    }

    private mutating func items(_ list: [String: Any], _ depth: Int) -> [String] {
        guard depth < 64 else { return [] }
        let kind = list["listType"] as? String
        // More digits begin no list (CommonMark 0.31.2, 5.2).
        var number = min(max(0, list["start"] as? Int ?? 1), 999_999_999)
        var lines: [String] = []
        for item in Self.children(list) {
            let nested = Self.children(item).filter { $0["type"] as? String == "list" }
            let own = Self.children(item).filter { $0["type"] as? String != "list" }
            if !own.isEmpty || nested.isEmpty {
                let mark =
                    switch kind {
                    case "number": "\(number). "
                    case "check": item["checked"] as? Bool == true ? "- [x] " : "- [ ] "
                    default: "- "
                    }
                number += 1
                lines.append(mark + spans(["children": own], depth))
            }
            for inner in nested {
                lines += items(inner, depth + 1).map { (kind == "number" ? "   " : "  ") + $0 }
            }
        }
        return lines
    }

    /// Text without any look.
    private func text(_ node: [String: Any], _ depth: Int) -> String {
        if let text = node["text"] as? String { return text }
        if node["type"] as? String == "linebreak" { return "\n" }
        guard depth < 64 else { return "" }
        return Self.children(node).map { text($0, depth + 1) }.joined()
    }

    private mutating func spans(_ node: [String: Any], _ depth: Int) -> String {
        guard depth < 64 else { return "" }
        var result = ""
        for child in Self.children(node) {
            switch child["type"] as? String ?? "" {
            case "linebreak": result += "\n"
            case "link", "autolink":
                let address = child["url"] as? String ?? ""
                let label = spans(child, depth + 1)
                let span = ENMLSpan.link(address)
                result += label == address || address.isEmpty ? label : span.opener + label + span.closer
            case "snfile":
                let id = child["fileUuid"] as? String ?? "file"
                files.append(id)
                result += "[\(id)]"
            case "text", "code-highlight":
                result += Self.marked(child["text"] as? String ?? "", child["format"] as? Int ?? 0)
            default: result += child["text"] as? String ?? spans(child, depth + 1)
            }
        }
        return result
    }

    /// A text with its looks, each a bit.
    private static func marked(_ text: String, _ format: Int) -> String {
        let inner = text.trimmingCharacters(in: .whitespaces)
        guard !inner.isEmpty, let range = text.range(of: inner) else { return text }
        var marks = ""
        for (bit, mark) in [(1, "**"), (2, "*"), (4, "~~"), (128, "=="), (16, "`")] where format & bit != 0 {
            marks += mark
        }
        // Equal marks end in the other order.
        return text[..<range.lowerBound] + marks + inner + String(marks.reversed()) + text[range.upperBound...]
    }
}
