// SPDX-License-Identifier: GPL-3.0-or-later

/// What a note’s new name asks of the links to it.
///
/// Only the target of a link changes: `[[Beta#Head|shown]]` becomes `[[Gamma#Head|shown]]`. Where the note’s file got
/// another name, links that name the file follow too, whether they say its folder or its ending or neither.
package struct Relinking {
    /// The title before and now; nil where links by title stay: it is the same to every link, or the new one cannot
    /// stand in a link, or another note has the old one too.
    private let titles: (old: String, new: String)?
    /// What a link by title says from now on: where the file’s name cannot be the title, the file’s name, which leads
    /// there in every program.
    private let name: String
    private let file: RenamedFile?

    /// Nil where no link has to follow.
    ///
    /// - Parameter isOnly: Whether no other note has the old title.
    package init?(from old: String, to new: String, isOnly: Bool, file: RenamedFile? = nil) {
        let follows =
            isOnly && NameKey.of(old) != NameKey.of(new) && !NameKey.of(old).isEmpty && !NameKey.of(new).isEmpty
            && LinkText.canPoint(at: new)
        titles = follows ? (old, new) : nil
        self.file = file
        name = file.map { FilePath($0.new).stem } ?? new
        guard follows || file != nil else { return nil }
    }

    /// Which notes may have such links: those with the old name among their words, however it is spelled there.
    package var filter: NoteFilter {
        var filters: [NoteFilter] = []
        if let titles { filters.append(.linking(.title(titles.old))) }
        for name in Set([titles?.old, file.map { FilePath($0.old).stem }].compactMap(\.self)).sorted() {
            let spellings = [name, name.replacing(" ", with: "%20"), name.percentEncoded]
            for spelling in Set(spellings).sorted() {
                // A long title is known by its beginning, and a quotation mark would make a phrase of it.
                let words = NoteFilter.words(String(spelling.prefix(NameKey.longest)).replacing("\"", with: " "))
                filters.append(words)
            }
        }
        return .any(filters)
    }

    /// A text whose links follow.
    ///
    /// - Parameter folder: The folder of the text’s own file; nil where it has none.
    package func rewritten(_ text: String, in folder: String?) -> String {
        let text = LinkText.retargeting(text) { wikiTarget($0, in: folder) }
        guard let file, let folder else { return text }
        return FileLinkText.replacing(FileLinkText.places(in: text), in: text) { place in
            let spelled = text[place.range]
            let isBracketed =
                place.range.lowerBound > text.startIndex && text[text.index(before: place.range.lowerBound)] == "<"
            return address(spelled, place.targets, of: file, in: folder, isEncoded: !isBracketed)
        }
    }

    /// What stands between `[[` and `|` or `]]` from now on; nil where it stays.
    private func wikiTarget(_ spelled: String, in folder: String?) -> String? {
        if let titles, NameKey.of(Note.title(of: spelled)) == NameKey.of(titles.old) { return name }
        let fragment = spelled.firstIndex(of: "#").map { spelled[$0...] } ?? ""
        let name = spelled.dropLast(fragment.count).trimmingBlanks
        guard !name.isEmpty else { return nil }
        if let file, let folder, let path = follow(String(name), of: file, in: folder) { return path + fragment }
        guard let titles else { return nil }
        let (bare, ending) = FilePath.split(String(name))
        let isTitle = NameKey.of(bare) == NameKey.of(titles.old) && (!ending.isEmpty || !fragment.isEmpty)
        return isTitle ? self.name + ending + fragment : nil
    }

    /// What stands between `](` and `)` from now on; nil where it stays.
    private func address(
        _ spelled: Substring, _ targets: [String], of file: RenamedFile, in folder: String, isEncoded: Bool
    ) -> String? {
        let fragment = spelled.firstIndex(of: "#").map { spelled[$0...] } ?? ""
        let path = spelled.dropLast(fragment.count)
        for target in targets {
            let name = target.prefix { $0 != "#" }
            guard !name.isEmpty, let new = follow(String(name), of: file, in: folder) else { continue }
            let last = FilePath(new).last
            // What stands before the last name stays as it is spelled.
            let start = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            return start + (isEncoded ? AttachmentLinks.encoded(last) : last) + fragment
        }
        return nil
    }

    /// The path that leads to the renamed file as this one did; nil where it leads elsewhere.
    private func follow(_ path: String, of file: RenamedFile, in folder: String) -> String? {
        let (bare, ending) = FilePath.split(path)
        let old = FilePath(file.old)
        guard ending.isEmpty || ending.lowercased() == old.ending.lowercased() else { return nil }
        let isMeant =
            if bare.contains("/") {
                [FilePath.resolved(bare, from: folder), FilePath.resolved(bare, from: "")].contains {
                    $0.map(NameKey.of) == NameKey.of(old.withoutEnding)
                }
            } else {
                NameKey.of(bare) == NameKey.of(old.stem) && (file.isOnlyName || folder == old.folder)
            }
        guard isMeant else { return nil }
        let start = bare.lastIndex(of: "/").map { String(bare[...$0]) } ?? ""
        return start + FilePath(file.new).stem + ending
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.dropLast(start.reversed().prefix { $0 == " " || $0 == "\t" }.count)
    }
}

extension String {
    /// The text as most programs write it in an address (RFC 3986, 2.1).
    fileprivate var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            let isPlain =
                byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || byte.isDigit || "-._~".utf8.contains(byte))
            text += isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
