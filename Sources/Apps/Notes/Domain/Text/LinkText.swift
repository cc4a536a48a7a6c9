// SPDX-License-Identifier: GPL-3.0-or-later

package import Markdown

/// Links that stand in a text: `[[title]]`, `[[title|shown]]`, `[text](path.md)` and `note:12`.
package enum LinkText {
    /// A link to a note.
    package struct Place: Hashable, Sendable {
        /// Where it says what it points at, in bytes.
        package let range: Range<Int>
        /// What it points at.
        package let target: LinkTarget
        /// The number of the property’s text in which it stands, see `NoteLinks`; nil for one in the note’s own text.
        package var property: Int?

        package init(range: Range<Int>, target: LinkTarget) {
            (self.range, self.target) = (range, target)
        }
    }

    /// What the links point at, in order, doubles included.
    package static func targets(in text: String) -> [LinkTarget] { places(in: document(of: text)).map(\.target) }

    /// The links to notes in a text, in order; each address once, also where it is that of several links.
    package static func places(in text: String) -> [Place] { places(in: document(of: text)) }

    /// The same in a text that was read.
    package static func places(in document: MarkdownDocument) -> [Place] {
        var places = numberLinks(in: document).map {
            Place(range: $0.place, target: LinkTarget.number($0.number))
        }
        for link in document.links {
            guard let range = link.target else { continue }
            switch link.kind {
            case .title(let isEmbed):
                let spelled = document.text(range)
                // A picture that is shown is no note.
                if isEmbed, LinkPath(spelled).hasOtherEnding { continue }
                places.append(Place(range: range, target: LinkTarget(titled: spelled[...])))
            case .address(let isPicture):
                guard let target = LinkTarget(address: document.address(of: link)),
                    !isPicture || target.parts.map({ FilePath($0.path).ending.isEmpty }) == false
                else { continue }
                places.append(Place(range: range, target: target))
            default: continue
            }
        }
        places.sort { $0.range.lowerBound < $1.range.lowerBound }
        return places.indices.filter { $0 == 0 || places[$0].range != places[$0 - 1].range }.map { places[$0] }
    }

    /// The text whose links to a title say another one.
    package static func retitled(_ text: String, from old: String, to new: String) -> String {
        let links = places(in: text).filter { $0.target.isTitle(old) }
        return text.replacing(
            links.compactMap { link in LinkSpelling(link, in: text).titled(new, from: old).map { (link.range, $0) } })
    }

    /// Whether a text may have links to notes.
    static func mayLink(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.contains(UInt8(ascii: "[")) || bytes.contains(UInt8(ascii: ":"))
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

    /// What a text says, as far as links between notes go.
    static func document(of text: String) -> MarkdownDocument {
        // Most texts have none.
        MarkdownDocument(mayLink(text) ? text : "", hasLines: false)
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
}
