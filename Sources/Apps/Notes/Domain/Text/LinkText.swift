// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// Links that stand in a text: `[[title]]`, `[[title|shown]]` and `note:12`.
package enum LinkText {
    /// What the links point at, in order, doubles included.
    package static func targets(in text: String) -> [LinkTarget] {
        let document = document(of: text)
        let numbers = numberLinks(in: document).map { ($0.place.lowerBound, LinkTarget.number($0.number)) }
        let titles = titles(in: document).map { ($0.lowerBound, LinkTarget(titled: document.text($0)[...])) }
        return (numbers + titles).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The numbers of the notes that links by number point at, in order, doubles included.
    package static func numbers(in text: String) -> [Int] {
        numberLinks(in: document(of: text)).map(\.number)
    }

    /// The text whose links by number have these numbers, in order; a link whose number stays is spelled as it was.
    package static func renumbering(_ text: String, to numbers: [Int]) -> String {
        text.replacing(
            zip(numberLinks(in: document(of: text)), numbers).filter { $0.number != $1 }.map { ($0.place, String($1)) })
    }

    /// The text with 0 in the place of all numbers of links by number.
    package static func unnumbered(_ text: String) -> String {
        renumbering(text, to: numbers(in: text).map { _ in 0 })
    }

    /// Whether a title can stand in a link: whether `]]` and `|` would not end it.
    package static func canPoint(at title: String) -> Bool { !title.contains("]]") && !title.contains("|") }

    /// The text with other targets in its links between notes.
    ///
    /// - Parameter target: Told what stands between `[[` and `|` or `]]`; nil leaves it as it is.
    static func retargeting(_ text: String, _ target: (String) -> String?) -> String {
        let document = document(of: text)
        return text.replacing(
            titles(in: document).compactMap { range in target(document.text(range)).map { (range, $0) } })
    }

    /// What a text says, as far as links between notes go.
    private static func document(of text: String) -> MarkdownDocument {
        // Most texts have none.
        let bytes = text.utf8
        let mayLink = bytes.contains(UInt8(ascii: "[")) || bytes.contains(UInt8(ascii: ":"))
        return MarkdownDocument(mayLink ? text : "", hasLines: false)
    }

    /// The numbers behind `note:`, and the places of their digits.
    private static func numberLinks(in document: MarkdownDocument) -> [(place: Range<Int>, number: Int)] {
        var found: [(place: Range<Int>, number: Int)] = []
        for link in document.links {
            guard let place = link.target else { continue }
            switch link.kind {
            case .number(let number): found.append((place, number))
            case .title: break
            case .address, .bare:
                guard document.bytes[place].starts(with: "note:".utf8) else { continue }
                let digits = document.bytes[place].dropFirst(5).prefix { (0x30...0x39).contains($0) }
                guard let number = Int(String(decoding: digits, as: UTF8.self)), number > 0 else { continue }
                found.append((digits.startIndex..<digits.endIndex, number))
            }
        }
        // An address that is given once is that of several links.
        found.sort { $0.place.lowerBound < $1.place.lowerBound }
        return found.indices.filter { $0 == 0 || found[$0].place != found[$0 - 1].place }.map { found[$0] }
    }

    /// The places of the titles within `[[` and `]]` or `|`.
    private static func titles(in document: MarkdownDocument) -> [Range<Int>] {
        document.links.compactMap { link in if case .title = link.kind { link.target } else { nil } }
    }
}
