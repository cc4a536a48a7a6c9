// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Hypertext
import Markdown
import NotesDomain

// What stands within a line.
extension MarkdownPage {
    /// Writes spans within whatever is open.
    mutating func write(_ numbers: Range<Int>) {
        var number = numbers.lowerBound
        while number < numbers.upperBound {
            let span = document.spans[number]
            number += 1
            switch span.kind {
            case .text, .html:
                writeStarts(of: span.marks)
                html.text(document.bytes, in: span.range)
                writeEnds(of: span.marks)
            case .blank: html.markup(" ")
            case .code:
                writeStarts(of: span.marks)
                html.markup("<code>")
                html.text(document.bytes, in: span.range)
                html.markup("</code>")
                writeEnds(of: span.marks)
            case .linkStart:
                guard let index = span.link else { continue }
                let link = document.links[index]
                let embedded = embedded(link)
                guard link.kind != .address(isPicture: true), embedded == nil else {
                    let end = end(ofLink: index, from: number, before: numbers.upperBound)
                    writePicture(
                        embedded == nil ? (number..<end).map { document.text(document.spans[$0]) }.joined() : "",
                        embedded ?? document.address(of: link))
                    number = end
                    continue
                }
                startLink(index)
            case .linkEnd:
                guard let index = span.link else { continue }
                endLink(index)
            }
        }
    }

    private func end(ofLink index: Int, from start: Int, before limit: Int) -> Int {
        var number = start
        while number < limit, document.spans[number].kind != .linkEnd || document.spans[number].link != index {
            number += 1
        }
        return number
    }

    /// The attachment that is shown in the place of a link, `![[picture.png#part]]`.
    private func embedded(_ link: MarkdownLink) -> String? {
        guard !attachments.isEmpty, link.kind == .title(isEmbed: true) else { return nil }
        return attachment(at: document.address(of: link))?.name
    }

    private mutating func writeStarts(of marks: MarkdownSpan.Marks) {
        guard !marks.isEmpty else { return }
        if marks.contains(.strong) { html.markup("<strong>") }
        if marks.contains(.stressed) { html.markup("<em>") }
        if marks.contains(.struck) { html.markup("<del>") }
    }

    private mutating func writeEnds(of marks: MarkdownSpan.Marks) {
        guard !marks.isEmpty else { return }
        if marks.contains(.struck) { html.markup("</del>") }
        if marks.contains(.stressed) { html.markup("</em>") }
        if marks.contains(.strong) { html.markup("</strong>") }
    }

    private mutating func startLink(_ index: Int) {
        guard openLink == nil, let target = target(ofLink: index) else { return }
        openLink = index
        writeStart(ofLinkTo: target)
    }

    private mutating func endLink(_ index: Int) {
        guard openLink != index else {
            html.markup("</a>")
            return openLink = nil
        }
        let link = document.links[index]
        guard case .address(isPicture: false) = link.kind, target(ofLink: index) == nil else { return }
        writeAddress(document.address(of: link))
    }

    private mutating func writeStart(ofLinkTo target: String) {
        html.markup("<a href=\"")
        html.text(target)
        html.markup("\">")
    }

    /// An address that nobody is led to stands behind the text.
    private mutating func writeAddress(_ address: String) {
        guard !address.isEmpty else { return }
        html.markup(" &lt;")
        html.text(address)
        html.markup("&gt;")
    }

    /// Where a link leads on the page or out of it; nil where it may not.
    private mutating func target(ofLink index: Int) -> String? {
        if let lastTarget, lastTarget.link == index { return lastTarget.target }
        let link = document.links[index]
        let address = document.address(of: link)
        let target =
            switch link.kind {
            case .title: anchor(ofTitle: address)
            case .number(let number): target(.number(number))
            case .bare, .address: target(of: address)
            }
        lastTarget = (index, target)
        return target
    }

    private mutating func anchor(ofTitle address: String) -> String? {
        if let anchor = anchors[address] { return anchor }
        let anchor = target(LinkTarget(titled: address[...]))
        anchors[address] = anchor
        return anchor
    }

    /// Where a note is; nil where it has no page.
    private func target(_ target: LinkTarget) -> String? {
        if let site { return site.address(target) }
        return switch target {
        case .number(let number): "#note-\(number)"
        case .title(let title), .path(let title): "#" + NotePage.anchor(of: LinkPath(title).name)
        }
    }

    private func target(of address: String) -> String? {
        if case .note(.number(let number))? = NoteLink(address: address) { return target(.number(number)) }
        if let attachment = attachment(at: address) { return "#" + anchor(of: attachment) }
        if let parts = LinkTarget(address: address)?.parts, !FilePath(parts.path).ending.isEmpty {
            return target(.path(parts.path))
        }
        return HTML.isSafe(address) ? address : nil
    }

    private mutating func writePicture(_ text: String, _ address: String) {
        guard let attachment = attachment(at: address), MediaType.isPicture(attachment.type),
            shown.insert(attachment.number).inserted
        else {
            // Not a picture, or one whose bytes are on the page already.
            return writeLink(text.isEmpty ? address : text, address)
        }
        html.markup("<img id=\"")
        html.text(anchor(of: attachment))
        html.markup("\" alt=\"")
        html.text(text)
        html.markup("\" src=\"")
        write(attachment)
        html.markup("\">")
    }

    private mutating func writeLink(_ text: String, _ address: String) {
        let target = openLink == nil ? target(of: address) : nil
        if let target { writeStart(ofLinkTo: target) }
        html.text(text)
        if target != nil {
            html.markup("</a>")
        } else if openLink == nil {
            writeAddress(address)
        }
    }

    private func attachment(at address: String) -> Attachment? {
        guard !attachments.isEmpty else { return nil }
        for meaning in FileLinkText.meanings(of: address) {
            if let attachment = attachments.first(where: { $0.name == meaning }) { return attachment }
        }
        return nil
    }

    func anchor(of attachment: Attachment) -> String { "file-\(note)-\(attachment.number)" }
}
