// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The start tag of an element of Evernote’s markup.
struct ENMLTag {
    /// Its name, in lower case.
    let name: String
    /// Its attributes by their names.
    let attributes: [String: String]
    /// Whether it ends its element as well.
    let isClosed: Bool
    /// Its style attribute (CSS), in lower case and without blanks.
    let style: String

    init(name: String, attributes: [String: String], isClosed: Bool) {
        self.name = name
        self.attributes = attributes
        self.isClosed = isClosed
        style = (attributes["style"] ?? "").lowercased().filter { !$0.isWhitespace }
    }

    /// Whether the element has no content, whether or not its tag says so.
    var isVoid: Bool { ["br", "hr", "img", "en-media", "en-todo"].contains(name) }

    /// Whether lines begin before and after the element.
    var isBlock: Bool { Self.blocks.contains(name) }

    /// Whether the element is a block of code; Evernote marks a `div` as one.
    var isCode: Bool { name == "pre" || style.contains("-en-codeblock:true") }

    /// The language of a block of code; empty for none.
    var codeLanguage: String {
        for name in ["-en-codeblocklanguage:", "-en-syntaxlanguage:"] {
            guard let range = style.range(of: name) else { continue }
            return String(style[range.upperBound...].prefix { $0 != ";" && $0 != "`" })
        }
        return ""
    }

    /// Whether the element is a list of check boxes, as Evernote writes them since version 10.
    var isChecklist: Bool { style.contains("--en-todo:true") }

    /// Whether the item of a list is checked; `nil` if it has no box.
    var isChecked: Bool? {
        guard style.contains("--en-checked:") else { return nil }
        return style.contains("--en-checked:true")
    }

    /// The Markdown around the element’s text.
    var spans: [ENMLSpan] {
        var spans: [ENMLSpan] = []
        if name == "a", let target = attributes["href"], !target.isEmpty { spans.append(.link(target)) }
        let isBold = style.contains("font-weight:bold") || style.contains("font-weight:700")
        if name == "b" || name == "strong" || isBold { spans.append(.emphasis("**")) }
        if name == "i" || name == "em" || style.contains("font-style:italic") { spans.append(.emphasis("*")) }
        let isStruck =
            style.contains("text-decoration:line-through") || style.contains("text-decoration-line:line-through")
        if ["s", "del", "strike"].contains(name) || isStruck { spans.append(.emphasis("~~")) }
        if isMarked { spans.append(.emphasis("==")) }
        if name == "code" || name == "tt" { spans.append(.emphasis("`")) }
        return spans
    }

    /// Whether the text is highlighted.
    private var isMarked: Bool {
        guard name != "mark", !ENMLHighlight.isNamed(in: style) else { return true }
        return !isBlock && !["td", "th", "en-media", "code", "tt"].contains(name) && ENMLHighlight.hasColour(style)
    }

    /// The name of the tasks that are shown here, in lower case; `nil` for any other element.
    var taskGroup: String? {
        guard style.contains("-en-task-group:true"), let range = style.range(of: "-en-id:") else { return nil }
        return String(style[range.upperBound...].prefix { $0 != ";" })
    }

    private static let blocks: Set<String> = [
        "en-note", "div", "p", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "hr", "pre",
        "blockquote", "center", "dl", "dt", "dd",
    ]
}

/// The styles (CSS) of a text marker.
enum ENMLHighlight {
    /// Whether a style, in lower case and without blanks, is Evernote’s own of marked text.
    static func isNamed(in style: String) -> Bool {
        style.contains("-evernote-highlight:true") || style.contains("-en-highlight:")
    }

    /// Whether a style gives a ground in a colour: shades of grey are the look of a page, which clippings are full of.
    static func hasColour(_ style: String) -> Bool {
        for declaration in style.split(separator: ";") {
            for name in ["background-color:", "background:"] where declaration.hasPrefix(name) {
                if isColour(declaration.dropFirst(name.count)) { return true }
            }
        }
        return false
    }

    private static let dull: Set<Substring> = [
        "white", "black", "gray", "grey", "silver", "transparent", "inherit", "initial", "unset", "revert", "none",
        "whitesmoke", "snow", "ivory", "currentcolor",
    ]

    private static func isColour(_ text: Substring) -> Bool {
        let value = text.hasSuffix("!important") ? text.dropLast(10) : text
        if value.first == "#" {
            let digits = value.dropFirst()
            guard [3, 4, 6, 8].contains(digits.count), let number = Int(digits, radix: 16) else { return false }
            let width = digits.count < 6 ? 4 : 8
            let shift = digits.count % 4 == 0 ? width : 0
            let full = (1 << width) - 1
            let channels = (0..<3).map { Double(number >> (shift + $0 * width) & full) / Double(full) }
            return isBright(channels, shift == 0 ? 1 : Double(number & full) / Double(full))
        }
        if value.hasPrefix("rgb"), value.hasSuffix(")"), let open = value.firstIndex(of: "(") {
            let parts = value[value.index(after: open)...].dropLast().split { ",/".contains($0) }
                .compactMap { $0.hasSuffix("%") ? Double($0.dropLast()).map { $0 * 2.55 } : Double($0) }
            guard parts.count == 3 || parts.count == 4 else { return false }
            return isBright(parts.prefix(3).map { $0 / 255 }, parts.count == 4 ? parts[3] : 1)
        }
        // Any other word is the name of a colour.
        return !value.isEmpty && value.allSatisfy { $0.isASCII && $0.isLetter } && !dull.contains(value)
            && !value.hasSuffix("gray") && !value.hasSuffix("grey")
    }

    private static func isBright(_ channels: [Double], _ opacity: Double) -> Bool {
        guard let least = channels.min(), let most = channels.max() else { return false }
        return most - least > 0.1 && opacity > 0.15
    }
}
