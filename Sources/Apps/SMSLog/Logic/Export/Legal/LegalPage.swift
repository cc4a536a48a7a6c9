// SPDX-License-Identifier: GPL-3.0-or-later

import Hypertext
import SMSLogDomain
import Session

/// The page of a signed folder, for reading and printing: its messages one below the other with all that is listed of each.
struct LegalPage {
    let texts: LegalTexts
    let zone: Zone

    func article(_ entry: LegalEntry) -> [UInt8] {
        var html = HTMLText()
        html.markup("<article id=\"m")
        html.number(entry.number)
        html.markup("\" class=\"record\"><h2>")
        html.number(entry.number)
        html.markup("</h2>\n<dl>")
        fact(texts.sent, entry.sent.map(time), to: &html)
        fact(texts.received, entry.received.map(time), to: &html)
        if let kept = entry.kept { fact(texts.kept, time(kept), to: &html) }
        fact(texts.from, texts.page.visible(entry.from), to: &html)
        fact(texts.to, texts.page.visible(entry.to), to: &html)
        html.markup("</dl>\n")
        let message = entry.message
        let text = [message.subject, message.call.map(texts.page.call) ?? message.content].compactMap { $0 }
        for line in text where !line.isEmpty {
            html.markup("<p dir=\"auto\">")
            html.text(texts.page.visible(line))
            html.markup("</p>")
        }
        html.markup("\n<dl>")
        for exhibit in entry.exhibits { fact(exhibit, to: &html) }
        fact(texts.source, "SHA-256 \(entry.source)", to: &html)
        if let status = texts.page.status(message) { fact(texts.status, status, to: &html) }
        html.markup("</dl></article>\n")
        return html.bytes
    }

    private func time(_ time: Timestamp) -> String {
        let time = LegalTime(time, in: zone)
        return "\(time.universal) · \(time.local)"
    }

    private func fact(_ name: String, _ value: String?, to html: inout HTMLText) {
        html.markup("<dt>")
        html.text(name)
        html.markup("</dt><dd dir=\"auto\">")
        html.text(value ?? "–")
        html.markup("</dd>")
    }

    private func fact(_ exhibit: LegalExhibit, to html: inout HTMLText) {
        let name = texts.page.visible(exhibit.part.name ?? exhibit.part.mediaType)
        html.markup("<dt>")
        html.text("\(texts.exhibit) \(exhibit.number)")
        html.markup("</dt><dd dir=\"auto\">")
        if let file = exhibit.file, let digest = exhibit.part.digest {
            html.markup("<a href=\"")
            html.text(file)
            html.markup("\">")
            html.text(name)
            html.markup("</a> ")
            html.text("· \(exhibit.part.mediaType) · \(exhibit.part.size) B · SHA-256 \(digest)")
        } else {
            html.text("\(name): \(texts.page.missing)")
        }
        html.markup("</dd>")
    }
}
