// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumHypertext
import AtriumSession
import Foundation
import SMSLogLogic

/// The page of one conversation: bubbles, with a line for each day.
struct MessagePage {
    private let texts: PageTexts
    private let zone: Zone
    private var day: Day?

    init(texts: PageTexts, zone: Zone) {
        self.texts = texts
        self.zone = zone
    }

    /// The page up to its first message.
    static func head(_ title: String, link: String? = nil, texts: PageTexts) -> [UInt8] {
        let title = texts.visible(title)
        var html = HTMLText()
        html += "<!doctype html>\n<html lang=\"\(texts.language)\"><head>\(raw: meta)<title>\(title)</title>\n"
        html += "\(raw: style)</head><body>\n<header>"
        if let link { html += "<a href=\"\(link)\">\(texts.title)</a>" }
        html += "<h1 dir=\"auto\">\(title)</h1></header>\n<main>\n"
        return html.bytes
    }

    /// Whether a page was written here, by its first kilobyte.
    static func begins(_ text: String) -> Bool {
        text.hasPrefix("<!doctype html>\n<html lang=\"") && text.contains("\"><head>" + "\(meta)")
    }

    static let foot = "</main></body></html>\n"

    /// A message, below the line of its day unless the message before has the same one.
    ///
    /// - Parameter sender: The sender if there are several, or the number if the person has several.
    mutating func bubble(_ message: Message, sender: String?) -> [UInt8] {
        var html = HTMLText()
        let time = CivilTime(message.date, in: zone)
        let day = Day(time)
        if day != self.day {
            self.day = day
            html += "<h2>\(day.text)</h2>\n"
        }
        html += "<article id=\"m\(message.id)\" class=\""
        html.markup(message.call != nil ? "call " : "")
        html.markup(message.direction == .outgoing ? "own\">" : "other\">")
        if let sender { line("b", sender, to: &html) }
        if let subject = message.subject { line("strong", subject, to: &html) }
        if let call = message.call {
            line("p", texts.call(call), to: &html)
        } else if !message.content.isEmpty {
            line("p", message.content, to: &html)
        }
        for part in message.attachments { file(part, to: &html) }
        html += "<footer><time datetime=\"\(message.date.iso)\">\(time.time)</time>"
        if let status = texts.status(message) { html += " · \(status)" }
        html.markup("</footer></article>\n")
        return html.bytes
    }

    private func line(_ element: String, _ text: String, to html: inout HTMLText) {
        html += "<\(raw: element) dir=\"auto\">\(texts.visible(text))</\(raw: element)>"
    }

    private func file(_ part: MessagePart, to html: inout HTMLText) {
        let name = texts.visible(part.name ?? part.mediaType)
        guard let digest = part.digest else {
            html += "<p class=\"missing\" dir=\"auto\">\(name): \(texts.missing)</p>"
            return
        }
        let path = PageName.of(part, digest)
        html += "<a class=\"file\" dir=\"auto\" href=\"\(path)\""
        if PageName.isPicture(part) {
            html += "><img loading=\"lazy\" src=\"\(path)\" alt=\"\(name)\"></a>"
        } else {
            html += " download=\"\(name)\">\(name)</a>"
        }
    }

    /// Nothing runs, and nothing is fetched from elsewhere.
    private static let meta = """
        <meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
        img-src file: 'self'">
        <meta name="referrer" content="no-referrer">

        """

    private static let style = """
        <style>
        :root { color-scheme: light dark; --page: #fff; --text: #1c1c1e; --faint: #6c6c70; --other: #e9e9eb; \
        --own: #cfe6ff }
        @media (prefers-color-scheme: dark) { :root { --page: #111; --text: #eee; --faint: #9a9aa0; --other: #2c2c2e; \
        --own: #0b3d66 } }
        body { font: 16px/1.4 system-ui, sans-serif; background: var(--page); color: var(--text); max-width: 46em; \
        margin: 0 auto; padding: 1em; overflow-wrap: anywhere }
        h1 { font-size: 1.3em } h2 { font-size: .8em; font-weight: normal; text-align: center; color: var(--faint); \
        margin: 1.5em 0 .5em }
        main { display: flex; flex-direction: column; gap: .4em }
        article { max-width: 75%; padding: .5em .8em; border-radius: 1em }
        .other { align-self: flex-start; background: var(--other) } .own { align-self: flex-end; background: var(--own) }
        .call { align-self: center; background: none; color: var(--faint) }
        article p { margin: 0; white-space: pre-wrap } article b, article strong, .file { display: block }
        article b { font-size: .8em; color: var(--faint) } footer, .facts { font-size: .75em; color: var(--faint) }
        img { max-width: 100%; max-height: 70vh; border-radius: .5em } .missing { font-style: italic }
        li { margin: .3em 0 } a { color: inherit }
        @media print { article { break-inside: avoid; border: 1px solid #999 } }
        </style>

        """
}
