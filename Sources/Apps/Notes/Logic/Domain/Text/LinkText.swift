// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
package import Markdown
import Session

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
        /// The same link as Dendron reads it: `[[label|note]]`, `[[dendron://vault/note]]`; none if that is no other.
        fileprivate var other: [Place] = []

        package init(range: Range<Int>, target: LinkTarget) {
            (self.range, self.target) = (range, target)
        }

        /// The link as Dendron reads it, whose links say their label first; nil if that is no other.
        package var labelFirst: Place? {
            var place = other.first
            place?.property = property
            return place
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
            case .title:
                // What looks like a file may be a note: `![[plan.v2]]`.
                var place = Place(range: range, target: LinkTarget(titled: document.text(range)[...]))
                let last = range.upperBound < link.label.lowerBound ? link.label : range
                let note = DendronName.range(in: document, at: last)
                if note != range {
                    place.other = [Place(range: note, target: LinkTarget(titled: document.text(note)[...]))]
                }
                places.append(place)
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

/// What Dendron’s links call a note, perhaps with the vault before it: `dendron://vault/note`.
package enum DendronName {
    /// The files of which a vault has one.
    package static let settings = ["root.schema.yml", "dendron.yml"]
    private static let scheme = "dendron://"

    /// Where the note stands behind the vault.
    package static func range(in document: MarkdownDocument, at range: Range<Int>) -> Range<Int> {
        let spelled = document.bytes[range]
        guard spelled.starts(with: scheme.utf8),
            let slash = spelled.dropFirst(scheme.utf8.count).firstIndex(of: UInt8(ascii: "/"))
        else { return range }
        return slash + 1..<range.upperBound
    }
}

/// What a link in a note points at.
package enum LinkTarget: Hashable, Sendable {
    /// What stands between `[[` and `|` or `]]`: a name, perhaps with folders before it and a heading behind it.
    case title(String)
    /// The address in `[text](address)`, without escapes, where that may be a note’s file.
    case path(String)
    /// The note of this number: `note:12`.
    case number(Int)

    /// The note that is called so in a link; the signs of a heading are no part of a title.
    package init(titled name: Substring) { self = .title(Note.title(of: String(name))) }

    /// What an address in a text may point at; nil for pictures, files that are no notes, and places in the web.
    package init?(address: String) {
        guard let first = address.first, first != "?", !["//", "(("].contains(where: address.hasPrefix),
            FileLinkText.isFile(address) || first == "#"
        else { return nil }
        let path = LinkPath(address: address)
        guard path.isEmpty || !path.hasOtherEnding else { return nil }
        self = .path(FileLinkText.decoded(address))
    }

    /// What the link says of a note; nil for a number.
    package var parts: LinkPath? {
        switch self {
        case .title(let spelled), .path(let spelled): LinkPath(spelled)
        case .number: nil
        }
    }

    /// What the link may say else, the likeliest first: a name may have the sign of a place, as in `C# x#Head`.
    package var longer: [LinkPath] {
        switch self {
        case .title(let spelled), .path(let spelled):
            let signs = spelled.indices.dropFirst().filter { spelled[$0] == "#" }
            // No name has more of them than a few.
            return signs.isEmpty || spelled.first == "#"
                ? [] : ([spelled.endIndex] + signs.dropFirst().reversed()).prefix(4).map { LinkPath(spelled, at: $0) }
        case .number: return []
        }
    }

    /// What the link says of the note to which it leads; nil for a number.
    package func parts(leadingTo note: Note) -> LinkPath? {
        longer.first { NameKey.of($0.name) == NameKey.of(note.title) } ?? parts
    }

    /// Whether this is a link by a title, perhaps to a place in the note.
    package func isTitle(_ title: String) -> Bool {
        guard case .title(let spelled) = self else { return false }
        let key = NameKey.of(title)
        return NameKey.of(spelled) == key || NameKey.of(LinkPath(spelled).withoutEnding) == key
    }

    /// Whether this is an address that leads to a path from a folder: where it stands, as programs read it that look for
    /// no names.
    package func isRelative(to path: String, from folder: String) -> Bool {
        guard case .path(let spelled) = self, !spelled.hasPrefix("/") else { return false }
        return ([parts].compactMap(\.self) + longer).contains {
            FilePath.resolved($0.withoutEnding, from: folder).map(NameKey.path) == NameKey.path(path)
        }
    }

    /// By what names the note may be known that is meant, as `NameKey` has them: all that is said, then that without what
    /// stands before and behind a name.
    var keys: Set<String> {
        guard let parts else { return [] }
        var names: [String] = [parts.withoutEnding, parts.name]
        if case .title(let spelled) = self { names.append(spelled) }
        for path in longer { names += [path.withoutEnding, path.name] }
        return Set(names.map(NameKey.of)).subtracting([""])
    }
}

/// What a link says: a path to a note, and a place in it.
package struct LinkPath: Hashable, Sendable {
    /// The path as it is spelled, without the place and a slash at its end; empty for a place in the same note.
    package let path: String
    /// Whether a slash stands at its end: so sites write the address of a page.
    package let isFolder: Bool
    /// The place: a heading, those of several levels with `#` between them, or a block behind `^`; empty for none.
    package let place: String

    package init(_ spelled: String) {
        let sign = spelled.firstIndex(of: "#")
        (path, isFolder) = Self.path(spelled[..<(sign ?? spelled.endIndex)])
        place = sign.map { Self.trimmed(spelled[spelled.index(after: $0)...]) } ?? ""
    }

    /// What an address says, in which a sign that is part of a name is encoded.
    init(address: String) {
        let path = FileLinkText.decoded(address.prefix { $0 != "#" })
        self.init(path, at: path.endIndex)
    }

    /// - Parameter sign: Where the sign of the place stands, or the end of the text.
    init(_ spelled: String, at sign: String.Index) {
        (path, isFolder) = Self.path(spelled[..<sign])
        place = Self.trimmed(spelled[sign...].dropFirst())
    }

    /// Whether the same note is meant.
    package var isEmpty: Bool { path.isEmpty }
    /// The path without the ending of a note’s file.
    package var withoutEnding: String {
        FilePath(path).ending.isEmpty ? path : String(path.dropLast(FilePath(path).ending.count))
    }
    /// The name alone.
    package var name: String { FilePath(withoutEnding).last }

    /// Whether it has the ending of a file that is no note.
    package var hasOtherEnding: Bool {
        let last = FilePath(path).last
        guard let point = last.lastIndex(of: "."), point > last.startIndex, FilePath(path).ending.isEmpty else {
            return false
        }
        let ending = last[last.index(after: point)...]
        return (1...8).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && ending.contains { $0.isLetter }
    }

    /// The place in a note; none where all that is said is its title.
    package func place(in note: Note) -> String {
        NameKey.of(path + "#" + place) == NameKey.of(note.title) ? "" : place
    }

    /// The names of files that stand for their folder.
    private static let folderNames = ["index", "_index", "README"]

    /// The files that a site has for the page of this address: one of the folder, `post/two/index`, or one that begins
    /// with its day, `2026-01-31-two`.
    package var pages: [LinkPath] {
        guard !name.isEmpty, ![".", ".."].contains(name) else { return [] }
        let day = FilePath(path).folder.split(separator: "/").suffix(3)
        let isDay = day.map(\.count) == [4, 2, 2] && day.joined().allSatisfy { ("0"..."9").contains($0) }
        return (Self.folderNames.map { "\(path)/\($0)" } + (isDay ? [(day + [name[...]]).joined(separator: "-")] : []))
            .map { LinkPath($0, at: $0.endIndex) }
    }

    /// What the address of a page may call a note of this path that its own name does not say.
    package static func page(of path: String) -> String? {
        let file = FilePath(path)
        if folderNames.contains(where: { NameKey.of($0) == NameKey.of(file.last) }) {
            return FilePath(file.folder).last
        }
        return Day(String(file.last.prefix(10))).flatMap { _ in
            file.last.dropFirst(10).first == "-" ? String(file.last.dropFirst(11)) : nil
        }
    }

    private static func path(_ text: Substring) -> (String, isFolder: Bool) {
        let path = trimmed(text)
        guard path.hasSuffix("/"), let end = path.lastIndex(where: { $0 != "/" }) else { return (path, false) }
        return (String(path[...end]), true)
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return String(start.dropLast(start.reversed().prefix { $0 == " " || $0 == "\t" }.count))
    }
}

/// How a link to a note is spelled once the note has another name: only what says where the note is changes.
///
/// `[[sub/Beta#Head|shown]]` becomes `[[sub/Gamma#Head|shown]]`, `[x](Beta.md#h)` becomes `[x](Gamma.md#h)`.
package struct LinkSpelling {
    /// The link as it is spelled.
    private let spelled: Substring
    /// Whether it stands in `[[` and `]]`.
    private let isTitle: Bool
    /// Whether an address stands between angle brackets, where blanks are no end.
    private let isBracketed: Bool

    /// - Parameter text: The text in which the link stands.
    package init(_ place: LinkText.Place, in text: String) {
        let start = text.utf8.index(text.startIndex, offsetBy: place.range.lowerBound)
        let end = text.utf8.index(start, offsetBy: place.range.count)
        spelled = text[start..<end]
        isBracketed = start > text.startIndex && text[text.index(before: start)] == "<"
        isTitle = if case .title = place.target { true } else { false }
    }

    /// The link as it is.
    package var text: String { String(spelled) }

    /// The link with another name, and what stands before and behind it as it was.
    package func naming(_ name: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return blanks.before + folder + encoded(name) + ending + slashes + blanks.behind + place
    }

    /// The link that says one of these names, and maybe a place behind it, with another name; nil for any other link.
    package func naming(anyOf old: [String], as new: String) -> String? {
        guard isTitle else { return nil }
        let (before, behind) = Self.blanks(of: spelled)
        let whole = spelled.dropFirst(before.count).dropLast(behind.count)
        // Of two places to cut the later one: `C# x#Head`.
        let ends = [whole.endIndex] + whole.indices.filter { whole[$0] == "#" }.reversed()
        for end in ends {
            let (name, place) = (whole[..<end], whole[end...])
            let gap = Self.blanks(of: name).behind
            guard old.contains(where: { NameKey.of($0) == NameKey.of(String(name)) }) else { continue }
            return before + new + gap + place + behind
        }
        return nil
    }

    /// The link with another path.
    package func leading(to path: String) -> String {
        blanks.before + encoded(path) + ending + slashes + blanks.behind + place
    }

    /// The link with a title in place of all but the place in the note; nil where no link can say it.
    package func titled(_ title: String, from old: String) -> String? {
        // A title may have the sign of a place itself.
        let isWhole = NameKey.of(Note.title(of: String(spelled))) == NameKey.of(old)
        guard LinkText.canPoint(at: title), isWhole && isTitle || !title.contains("#") else { return nil }
        guard isWhole else { return blanks.before + encoded(title) + ending + blanks.behind + place }
        let (before, behind) = Self.blanks(of: spelled)
        return before + encoded(title) + behind
    }

    /// The link without its place, and without blanks around it.
    private var path: Substring {
        let path = spelled.prefix { $0 != "#" }
        return path.dropFirst(blanks.before.count).dropLast(blanks.behind.count + slashes.count)
    }
    /// The slash at the end of a page’s address.
    private var slashes: Substring {
        let path = spelled.prefix { $0 != "#" }.dropLast(blanks.behind.count)
        return path.suffix(path.reversed().prefix { $0 == "/" }.count)
    }
    private var place: Substring { spelled[spelled.prefix { $0 != "#" }.endIndex...] }
    /// The blanks around what says where the note is, which stay.
    private var blanks: (before: Substring, behind: Substring) {
        isTitle ? Self.blanks(of: spelled.prefix { $0 != "#" }) : ("", "")
    }

    private static func blanks(of text: Substring) -> (before: Substring, behind: Substring) {
        let before = text.prefix { $0 == " " || $0 == "\t" }
        return (before, text.suffix(text.dropFirst(before.count).reversed().prefix { $0 == " " || $0 == "\t" }.count))
    }
    /// The ending of the file as it is spelled.
    private var ending: String { FilePath.split(String(path)).ending }

    private func encoded(_ path: String) -> String {
        isTitle || isBracketed ? path : AttachmentLinks.encoded(path)
    }
}

/// The links of a note: those in the properties above its text, `up: "[[Beta]]"`, then those in its text.
///
/// Source: Obsidian Help, “Properties”, “Internal links in properties”.
package struct NoteLinks {
    /// The links to notes, in order.
    package let places: [LinkText.Place]
    private let note: Note
    private let document: MarkdownDocument
    private let properties: [String]

    package init(_ note: Note) { self.init(note, in: LinkText.document(of: note.content)) }

    /// Those of a note whose text has been read already.
    init(_ note: Note, in document: MarkdownDocument) {
        self.note = note
        self.document = document
        properties = Self.properties(of: note)
        var places: [LinkText.Place] = []
        for (number, text) in properties.enumerated() where Self.mayLink(text) {
            for var place in LinkText.places(in: text) {
                // A number means a note in texts alone.
                if case .number = place.target { continue }
                place.property = number
                places.append(place)
            }
        }
        self.places = places + LinkText.places(in: document)
    }

    /// The files that the properties name, then those that the text does, each with where it stands.
    package var files: [(position: Position, file: NamedFile)] {
        var files: [(position: Position, file: NamedFile)] = []
        for (number, text) in properties.enumerated() where Self.mayLink(text) {
            files += NamedFile.all(in: text).map { (Position(property: number, start: $0.range.lowerBound), $0) }
        }
        return files + NamedFile.all(in: document).map { (Position(property: nil, start: $0.range.lowerBound), $0) }
    }

    /// Where something stands in a note: properties first.
    package struct Position: Hashable, Comparable, Sendable {
        let property: Int?
        let start: Int

        package static func < (left: Position, right: Position) -> Bool {
            (left.property ?? .max, left.start) < (right.property ?? .max, right.start)
        }
    }

    /// The text in which a link stands.
    package func text(around place: LinkText.Place) -> String {
        place.property.map { properties[$0] } ?? note.content
    }

    /// The note with addresses that are spelled otherwise.
    package func note(spelling links: [(place: LinkText.Place, text: String)]) -> Note {
        var note = note
        let links = links.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
        note.content = note.content.replacing(
            links.filter { $0.place.property == nil }.map { ($0.place.range, $0.text) })
        var changes: [Int: String] = [:]
        for (number, links) in Dictionary(grouping: links, by: \.place.property) {
            guard let number else { continue }
            changes[number] = properties[number].replacing(links.map { ($0.place.range, $0.text) })
        }
        guard !changes.isEmpty else { return note }
        note.marks.others = FrontMatter.others(note.marks.others, changing: changes) ?? note.marks.others
        return note
    }

    /// The texts of the properties; nothing for what the text itself says in lines of Logseq’s.
    private static func properties(of note: Note) -> [String] {
        guard mayLink(note.marks.others) else { return [] }
        let written = Set(PageProperties(note.content).all.map(\.name))
        return FrontMatter.texts(in: note.marks.others).map {
            written.contains($0.field.lowercased()) ? "" : $0.text
        }
    }

    private static func mayLink(_ text: String) -> Bool { text.contains("[[") || text.contains("](") }
}

extension LinkText.Place {
    /// Where it stands in the note.
    package var position: NoteLinks.Position { NoteLinks.Position(property: property, start: range.lowerBound) }
}
