// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

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
    /// The path as it is spelled, without the place; empty for a place in the same note.
    package let path: String
    /// The place: a heading, those of several levels with `#` between them, or a block behind `^`; empty for none.
    package let place: String

    package init(_ spelled: String) {
        let sign = spelled.firstIndex(of: "#")
        path = Self.trimmed(spelled[..<(sign ?? spelled.endIndex)])
        place = sign.map { Self.trimmed(spelled[spelled.index(after: $0)...]) } ?? ""
    }

    /// What an address says, in which a sign that is part of a name is encoded.
    init(address: String) {
        let path = FileLinkText.decoded(address.prefix { $0 != "#" })
        self.init(path, at: path.endIndex)
    }

    /// - Parameter sign: Where the sign of the place stands, or the end of the text.
    init(_ spelled: String, at sign: String.Index) {
        path = Self.trimmed(spelled[..<sign])
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

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return String(start.dropLast(start.reversed().prefix { $0 == " " || $0 == "\t" }.count))
    }
}
