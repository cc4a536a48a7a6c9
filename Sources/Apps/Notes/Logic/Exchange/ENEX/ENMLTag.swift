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
    /// What it says of its look (CSS), in lower case and without blanks.
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

    /// Whether the item of a list is checked; nil if it has no box.
    var isChecked: Bool? {
        guard style.contains("--en-checked:") else { return nil }
        return style.contains("--en-checked:true")
    }

    /// What stands around the element’s text in Markdown.
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

    /// Whether somebody went over the text with a marker.
    private var isMarked: Bool {
        guard name != "mark", !ENMLHighlight.isNamed(in: style) else { return true }
        return !isBlock && !["td", "th", "en-media", "code", "tt"].contains(name) && ENMLHighlight.hasColour(style)
    }

    /// Where tasks that are kept beside the text stand in it, in lower case; nil for any other element.
    var taskGroup: String? {
        guard style.contains("-en-task-group:true"), let range = style.range(of: "-en-id:") else { return nil }
        return String(style[range.upperBound...].prefix { $0 != ";" })
    }

    private static let blocks: Set<String> = [
        "en-note", "div", "p", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "hr", "pre",
        "blockquote", "center", "dl", "dt", "dd",
    ]
}
