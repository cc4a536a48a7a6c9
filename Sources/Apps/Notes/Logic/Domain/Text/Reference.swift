// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumFrontMatter
package import AtriumMarkdown

/// A link or an embed in a text: `[[title|shown]]`, `![[picture.png|300]]`, `[text](path.md)`, `note:12`.
///
/// Some may name a note or a file, as `[[Node.js]]` and `[x](INSTALL)` do; only the store knows which one exists.
package struct Reference: Hashable, Sendable {
    /// The way in which the link is written.
    private let kind: MarkdownLink.Kind
    /// The whole link with its brackets, in bytes.
    package let whole: Range<Int>
    /// The part that names the target, in bytes; links to a shared address have the same range.
    package private(set) var range: Range<Int>
    /// The text of that part.
    package private(set) var spelled: String
    /// The same without escapes.
    package let address: String
    /// The label, in bytes.
    package let labelRange: Range<Int>
    /// The label; empty if it is the target.
    package let label: String
    /// The note that the link may name; `nil` for none.
    package fileprivate(set) var note: LinkTarget?
    /// The number of the property in which the link stands; `nil` in the note’s own text.
    package fileprivate(set) var property: Int?
    /// Whether an address is between angle brackets, where blanks do not end it.
    let isBracketed: Bool

    /// Reads a link; `nil` if the place of its target is not known.
    package init?(_ link: MarkdownLink, in document: MarkdownDocument) {
        guard let target = link.target else { return nil }
        (kind, whole, range, labelRange) = (link.kind, link.whole, target, link.label)
        address = document.address(of: link)
        label = link.label == target ? "" : document.text(link.label)
        isBracketed = target.lowerBound > 0 && document.bytes[target.lowerBound - 1] == UInt8(ascii: "<")
        var spelled = document.text(target)
        switch link.kind {
        case .title: note = LinkTarget(titled: spelled[...])
        case .number(let number): note = .number(number)
        case .address, .bare:
            if let digits = Self.digits(ofNumberIn: document.bytes[target]) {
                (range, spelled) = (digits.startIndex..<digits.endIndex, String(decoding: digits, as: UTF8.self))
                note = Int(spelled).map(LinkTarget.number)
            } else if case .address(let isPicture) = link.kind {
                note = LinkTarget(address: address)
                // A picture without the ending of a note is a file.
                if isPicture, note?.parts.map({ FilePath($0.path).ending.isEmpty }) != false { note = nil }
            }
        }
        self.spelled = spelled
    }

    /// The digits behind `note:` if they are the number of a note.
    private static func digits(ofNumberIn address: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard address.starts(with: "note:".utf8) else { return nil }
        let digits = address.dropFirst(5).prefix { (0x30...0x39).contains($0) }
        return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) > 0 ? digits : nil
    }

    /// Whether the link is in `[[` and `]]`, where a path is read from the outermost folder.
    package var isTitle: Bool { if case .title = kind { true } else { false } }
    /// Whether the link is `[text](address)`, or such a picture.
    package var isAddress: Bool { if case .address = kind { true } else { false } }
    /// Whether the target is shown in place of the link.
    package var isShown: Bool {
        switch kind {
        case .title(let isShown), .address(let isShown): isShown
        case .number, .bare: false
        }
    }

    /// The same link as Dendron reads it, `[[label|note]]` or `[[dendron://vault/note]]`; nil if there is no difference.
    package var labelFirst: Reference? {
        guard isTitle else { return nil }
        let hasLabel = range.upperBound < labelRange.lowerBound
        let note = DendronName.note(in: hasLabel ? label : spelled)
        guard hasLabel || note.utf8.count < spelled.utf8.count else { return nil }
        var reference = self
        let end = (hasLabel ? labelRange : range).upperBound
        reference.range = (end - note.utf8.count)..<end
        reference.spelled = String(note)
        reference.note = LinkTarget(titled: note)
        return reference
    }
}

/// Files.
extension Reference {
    /// Whether the link may name a file other than a note.
    package var namesFile: Bool {
        switch kind {
        case .title: LinkPath(spelled).hasOtherEnding
        // A picture from elsewhere on the disk belongs to no folder, and is reported as missing.
        case .address(let isPicture):
            LinkAddress.mayBeOtherFile(address) || isPicture && address.hasPrefix("file:")
        case .number, .bare: false
        }
    }

    /// Whether the link has the address of a file, be that a note or not.
    package var isFileAddress: Bool { isAddress && LinkAddress.isFile(spelled) }

    /// The paths that the link may mean, the likeliest first.
    package var meanings: [String] {
        guard isTitle else {
            let all = LinkAddress.meanings(of: spelled)
            return address == spelled ? all : all + LinkAddress.meanings(of: address).filter { !all.contains($0) }
        }
        let path = LinkPath(spelled)
        return path.place.isEmpty ? [path.path] : [spelled, path.path]
    }

    /// Whether a file is meant for sure: `[[Node.js]]` may be a title.
    package var isOfKnownKind: Bool {
        !isTitle || isShown || meanings.contains { MediaType.of(FilePath($0).last) != nil }
    }

    /// Whether the link shows a file that is a picture by its name.
    package var isPicture: Bool { isShown && namesFile && MediaType.of(name).map(MediaType.isPicture) ?? false }

    /// The name of the file alone.
    package var name: String {
        let path = LinkPath(spelled).path
        return FilePath(isTitle ? path : LinkAddress.decoded(path)).last
    }

    /// The caption of a shown file, if the link’s own text does not state it.
    package var caption: String? {
        guard isShown, namesFile else { return nil }
        let label = PictureLabel(label)
        guard label.text.isEmpty else { return label.width == nil ? nil : label.text }
        // The name is in the link already.
        return isTitle && self.label.isEmpty ? nil : isTitle ? spelled : name
    }

    /// Whether the link leads to the file at a path.
    ///
    /// - Parameter searches: Whether the last levels of the path are enough, as for programs that look everywhere.
    package func leads(to path: String, from folder: String, searching searches: Bool) -> Bool {
        if places(from: folder).contains(path) { return true }
        let whole = "/" + path.lowercased()
        return searches && meanings.contains { !$0.hasPrefix("/") && whole.hasSuffix("/" + $0.lowercased()) }
    }

    /// The possible places of the file, the likeliest first: an address is read from the note’s folder, a name from
    /// the outermost one, and a path that begins with `/` from there alone.
    package func places(from folder: String) -> [String] {
        var places: [String] = []
        for meaning in meanings where !meaning.contains("\0") {
            let starts = isTitle ? ["", folder] : [folder, ""]
            for place in starts.compactMap({ FilePath.resolved(meaning, from: $0) })
            where !place.isEmpty && !places.contains(place) {
                places.append(place)
            }
        }
        return places
    }
}

/// The references of a text, or of a note with its properties, `up: "[[Beta]]"`, from one reading.
///
///     let references = References("See [[Plan]] and ![](plan.png)")
///     references.notes.map(\.spelled)                            // ["Plan"]
///     references.replacing { $0.isTitle ? "New" : nil }          // "See [[New]] and ![](plan.png)"
///
/// Source of links in properties: Obsidian Help, “Properties”, “Internal links in properties”.
package struct References: Sendable {
    package let text: String
    /// The fields of the note’s front matter that only other programs understand; empty for a text alone.
    package let others: String
    /// All references in order, those of properties first; several may share an address.
    package let all: [Reference]
    private let properties: [String]

    package init(_ text: String) {
        self.text = text
        (others, properties) = ("", [])
        all = Self.read(text)
    }

    /// The references of a note.
    package init(_ note: Note) { self.init(note, Self.read(note.content)) }

    /// The references of an already parsed note.
    init(_ note: Note, in document: MarkdownDocument) { self.init(note, Self.read(document)) }

    private init(_ note: Note, _ inText: [Reference]) {
        (text, others) = (note.content, note.marks.others)
        properties = Self.properties(of: note)
        var all: [Reference] = []
        for (number, text) in properties.enumerated() where Self.mayLink(text) {
            all += Self.read(text).map { reference in
                var reference = reference
                reference.property = number
                // Only texts refer to notes by number.
                if case .number = reference.note { reference.note = nil }
                return reference
            }
        }
        self.all = all + inText
    }

    private static func read(_ text: String) -> [Reference] {
        mayRefer(text) ? read(MarkdownDocument(text, hasLines: false)) : []
    }

    private static func read(_ document: MarkdownDocument) -> [Reference] {
        document.links.compactMap { Reference($0, in: document) }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Whether a text may have references to notes or files; most have none.
    private static func mayRefer(_ text: String) -> Bool {
        var rest = text.utf8[...]
        while let sign = rest.firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ":") }) {
            if rest[sign] == UInt8(ascii: "[") || rest[..<sign].suffix(4).elementsEqual("note".utf8) { return true }
            rest = rest[rest.index(after: sign)...]
        }
        return false
    }

    private static func mayLink(_ property: String) -> Bool { property.contains("[[") || property.contains("](") }

    /// The texts of the properties; empty for those that the text itself repeats in lines of Logseq’s.
    private static func properties(of note: Note) -> [String] {
        guard mayLink(note.marks.others) else { return [] }
        let written = Set(PageProperties(note.content).all.map(\.name))
        return FrontMatter.texts(in: note.marks.others).map {
            written.contains($0.field.lowercased()) ? "" : $0.text
        }
    }
}

extension References {
    /// The references that may lead to notes, in order; an address that several share once.
    package var notes: [Reference] { once { $0.note != nil } }

    /// The notes that the references name, in order, doubles included.
    package var targets: [LinkTarget] { notes.compactMap(\.note) }

    /// The references that may name files other than notes, in order; an address that several share once.
    package var files: [Reference] { once(\.namesFile) }

    /// The references that may lead to notes or files, in order; an address that several share once.
    package var notesAndFiles: [Reference] { once { $0.note != nil || $0.namesFile } }

    /// The numbers of the notes to which links by number lead, in order, doubles included.
    package var numbers: [Int] { numbered.map(\.number) }

    var numbered: [(reference: Reference, number: Int)] {
        notes.compactMap { if case .number(let number)? = $0.note { ($0, number) } else { nil } }
    }

    private func once(_ isIncluded: (Reference) -> Bool) -> [Reference] {
        let all = all.filter(isIncluded)
        return all.indices.filter {
            $0 == 0 || all[$0].range != all[$0 - 1].range || all[$0].property != all[$0 - 1].property
        }.map { all[$0] }
    }

    /// The text with other targets, or other words in another part of the references; `nil` keeps one.
    ///
    /// If a reference is within another, as a picture inside a link, the inner one is replaced.
    package func replacing(
        _ part: (Reference) -> Range<Int> = { $0.range }, by words: (Reference) throws -> String?
    ) rethrows -> String {
        var edits: [(range: Range<Int>, text: String)] = []
        let ordered = all.filter { $0.property == nil }.map { ($0, part($0)) }
            .sorted { $0.1.upperBound < $1.1.upperBound }
        for (reference, range) in ordered where range.lowerBound >= edits.last?.range.upperBound ?? 0 {
            if let words = try words(reference) { edits.append((range, words)) }
        }
        return text.replacing(edits)
    }

    /// The text and the other fields of the note with other targets.
    func replacing(_ edits: [(reference: Reference, text: String)]) -> (text: String, others: String) {
        func replaced(_ text: String, _ property: Int?) -> String {
            var end = 0
            let edits = edits.filter { $0.reference.property == property }.map { ($0.reference.range, $0.text) }
            return text.replacing(
                edits.sorted { $0.0.lowerBound < $1.0.lowerBound }.filter { range, _ in
                    defer { end = max(end, range.upperBound) }
                    return range.lowerBound >= end
                })
        }
        let numbers = Set(edits.compactMap(\.reference.property))
        let changes = Dictionary(uniqueKeysWithValues: numbers.map { ($0, replaced(properties[$0], $0)) })
        return (
            replaced(text, nil),
            changes.isEmpty ? others : FrontMatter.others(others, changing: changes) ?? others
        )
    }
}

/// The text of a link to a picture: words, the width in pixels, or both, as Obsidian writes them: `![[a.png|300]]`,
/// `![[a.png|640x480]]`, `![A cat|300](a.png)`.
package struct PictureLabel: Hashable, Sendable {
    /// The words; empty for none.
    package let text: String
    /// The width; `nil` if it is not given.
    package let width: Int?

    package init(_ label: String) {
        let start = label.lastIndex(of: "|")
        let last = start.map { label[label.index(after: $0)...] } ?? label[...]
        width = Self.width(last)
        text = width == nil ? label : start.map { String(label[..<$0]) } ?? ""
    }

    /// The width in `300` or `640x480`.
    private static func width(_ text: Substring) -> Int? {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false)
        guard (1...2).contains(numbers.count),
            numbers.allSatisfy({ (1...5).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return Int(numbers[0]).flatMap { $0 > 0 ? $0 : nil }
    }
}
