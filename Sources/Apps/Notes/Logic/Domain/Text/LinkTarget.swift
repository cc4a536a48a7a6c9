// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession

/// The note that a link names.
package enum LinkTarget: Hashable, Sendable {
    /// The text between `[[` and `|` or `]]`: a name, perhaps with folders before it and a heading behind it.
    case title(String)
    /// The address in `[text](address)`, without escapes, if it may be that of a note’s file.
    case path(String)
    /// The note of this number: `note:12`.
    case number(Int)

    /// The note that a link calls by a name; the signs of a heading are no part of a title.
    package init(titled name: Substring) { self = .title(Note.title(of: String(name))) }

    /// The note at an address; `nil` for pictures, other files, and places in the web.
    package init?(address: String) {
        guard LinkAddress.isLocal(address), LinkAddress.isFile(address) || address.first == "#" else { return nil }
        let path = LinkPath(address: address)
        guard path.isEmpty || !path.hasOtherEnding else { return nil }
        self = .path(LinkAddress.decoded(address))
    }

    /// Whether a link can hold a title: neither `]]` nor `|` in it would end the link.
    package static func fits(_ title: String) -> Bool { !title.contains("]]") && !title.contains("|") }

    /// The path and place that the link says; `nil` for a number.
    package var parts: LinkPath? {
        switch self {
        case .title(let spelled), .path(let spelled): LinkPath(spelled)
        case .number: nil
        }
    }

    /// Other readings, the likeliest first: a name may contain the sign of a place, as in `C# x#Head`.
    package var longer: [LinkPath] {
        switch self {
        case .title(let spelled), .path(let spelled):
            let signs = spelled.indices.dropFirst().filter { spelled[$0] == "#" }
            // No name has more than a few.
            return signs.isEmpty || spelled.first == "#"
                ? [] : ([spelled.endIndex] + signs.dropFirst().reversed()).prefix(4).map { LinkPath(spelled, at: $0) }
        case .number: return []
        }
    }

    /// The reading by which the link leads to a note; `nil` for a number.
    package func parts(leadingTo note: Note) -> LinkPath? {
        longer.first { NameKey.of($0.name) == NameKey.of(note.title) } ?? parts
    }

    /// Whether the link names a title, perhaps with a place in the note.
    package func isTitle(_ title: String) -> Bool {
        guard case .title(let spelled) = self else { return false }
        let key = NameKey.of(title)
        return NameKey.of(spelled) == key || NameKey.of(LinkPath(spelled).withoutEnding) == key
    }

    /// Whether the link leads to a note whose first line is this title, if no other note is meant.
    package func names(_ title: String) -> Bool {
        guard let parts, !parts.isEmpty else { return false }
        let key = NameKey.of(title)
        if case .title(let spelled) = self, NameKey.of(spelled) == key { return true }
        return ([parts] + longer).contains { path in
            NameKey.of(path.name) == key
                && (!path.withoutEnding.contains("/")
                    || FilePath.resolved(path.withoutEnding, from: "").map(NameKey.path) == NameKey.path(title))
        }
    }

    /// Whether the link is an address that leads from a folder to a path, for programs that look for no names.
    package func isRelative(to path: String, from folder: String) -> Bool {
        guard case .path(let spelled) = self, !spelled.hasPrefix("/") else { return false }
        return ([parts].compactMap(\.self) + longer).contains {
            FilePath.resolved($0.withoutEnding, from: folder).map(NameKey.path) == NameKey.path(path)
        }
    }

    /// The keys of the names that the target may have: all of the text, and the name in it alone.
    var keys: Set<String> {
        guard let parts else { return [] }
        var names: [String] = [parts.withoutEnding, parts.name]
        if case .title(let spelled) = self { names.append(spelled) }
        for path in longer { names += [path.withoutEnding, path.name] }
        return Set(names.map(NameKey.of)).subtracting([""])
    }
}

/// The text of a link: a path to a note, and a place in it.
package struct LinkPath: Hashable, Sendable {
    /// The path as it is spelled, without the place and a slash at its end; empty for a place in the same note.
    package let path: String
    /// Whether a slash ends the path, as in the address of a site’s page.
    package let isFolder: Bool
    /// The place: a heading, those of several levels with `#` between them, or a block behind `^`; empty for none.
    package let place: String

    package init(_ spelled: String) {
        let sign = spelled.firstIndex(of: "#")
        (path, isFolder) = Self.path(spelled[..<(sign ?? spelled.endIndex)])
        place = sign.map { Self.trimmed(spelled[spelled.index(after: $0)...]) } ?? ""
    }

    /// Reads an address with encoded reserved characters.
    init(address: String) {
        let path = LinkAddress.decoded(address.prefix { $0 != "#" })
        self.init(path, at: path.endIndex)
    }

    /// - Parameter sign: The sign of the place, or the end of the text.
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

    /// The ending of a file other than a note, without its dot; `nil` for none.
    package var otherEnding: String? {
        let last = FilePath(path).last
        guard let point = last.lastIndex(of: "."), point > last.startIndex, FilePath(path).ending.isEmpty else {
            return nil
        }
        let ending = String(last[last.index(after: point)...])
        return (1...8).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            ? ending : nil
    }
    /// Whether the ending is that of a file other than a note, and no number as in `v1.2`.
    package var hasOtherEnding: Bool { otherEnding?.contains(where: \.isLetter) == true }

    /// The place in a note; empty if all of the text is the note’s title.
    package func place(in note: Note) -> String {
        NameKey.of(path + "#" + place) == NameKey.of(note.title) ? "" : place
    }

    /// The names of files that stand for their folder.
    private static let folderNames = ["index", "_index", "README"]

    /// The files that a site may have for the page of this address: one of the folder, `post/two/index`, or one that
    /// begins with its day, `2026-01-31-two`.
    package var pages: [LinkPath] {
        guard !name.isEmpty, ![".", ".."].contains(name) else { return [] }
        let day = FilePath(path).folder.split(separator: "/").suffix(3)
        let isDay = day.map(\.count) == [4, 2, 2] && day.joined().allSatisfy { ("0"..."9").contains($0) }
        return (Self.folderNames.map { "\(path)/\($0)" } + (isDay ? [(day + [name[...]]).joined(separator: "-")] : []))
            .map { LinkPath($0, at: $0.endIndex) }
    }

    /// The name that the address of a site’s page may have for a note of this path, besides the note’s own.
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
        String(text.trimmed { $0 == " " || $0 == "\t" })
    }
}

/// The address of a link in Markdown (RFC 3986).
package enum LinkAddress {
    /// Whether an address is neither one of the web nor a place in the same text.
    package static func isFile(_ address: String) -> Bool {
        guard let first = address.first, first != "#" else { return false }
        // A scheme (RFC 3986, 3.1), as in `https:`; a single letter is none but a drive.
        let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return !(scheme.count > 1 && first.isLetter && address.dropFirst(scheme.count).first == ":")
            && !address.hasPrefix(":/")
    }

    /// Whether an address is that of a file with the ending of no note.
    package static func isOtherFile(_ address: String) -> Bool {
        mayBeOtherFile(address) && LinkPath(address: address).hasOtherEnding
    }

    /// Whether an address may name a file other than a note; one without an ending may name a note as well.
    static func mayBeOtherFile(_ address: String) -> Bool {
        guard isFile(address), isLocal(address) else { return false }
        let path = LinkPath(address: address)
        return !path.isFolder && ![".", ".."].contains(path.name) && FilePath(path.path).ending.isEmpty
    }

    /// Whether an address is neither a query, another host nor a block of Logseq’s.
    static func isLocal(_ address: String) -> Bool { !["?", "//", "(("].contains(where: address.hasPrefix) }

    /// The readings of an address, the likeliest first: as it is spelled, with its percent signs resolved, in all of it
    /// or in its folders alone; then the same without a part of the file, as in `x.pdf#page=2`.
    package static func meanings(of spelled: String) -> [String] {
        guard let sign = spelled.firstIndex(of: "#"), sign > spelled.startIndex else { return resolved(spelled) }
        return resolved(spelled) + resolved(String(spelled[..<sign]))
    }

    private static func resolved(_ spelled: String) -> [String] {
        guard spelled.utf8.contains(0x25) else { return [spelled] }
        var meanings = [spelled, decoded(spelled)]
        if let slash = spelled.lastIndex(of: "/") {
            meanings.append(decoded(spelled[..<slash]) + spelled[slash...])
        }
        return meanings.enumerated().filter { meanings.firstIndex(of: $1) == $0 }.map(\.element)
    }

    /// The part of a file that an address names, with its sign; empty for all of the file.
    package static func part(of address: String, leadingTo file: String) -> Substring {
        guard !file.contains("#"), let sign = address.firstIndex(of: "#") else { return "" }
        return address[sign...]
    }

    /// An address without its folders.
    package static func name(of address: some StringProtocol) -> String {
        String(address.lastIndex(of: "/").map { address[address.index(after: $0)...] } ?? address[...])
    }

    /// An address with its percent signs resolved (RFC 3986, 2.1); those that encode nothing stay.
    package static func decoded(_ address: some StringProtocol) -> String {
        guard address.utf8.contains(0x25) else { return String(address) }
        return String(validating: EscapedBytes.decoded(address.utf8), as: UTF8.self) ?? String(address)
    }

    /// A path as an address: blanks and parentheses would end it, and other signs have a meaning there.
    package static func encoded(_ path: String) -> String {
        var address = ""
        for scalar in path.unicodeScalars {
            if scalar.isASCII, scalar.value < 0x20 || "% ()<>#?\\|`\"".unicodeScalars.contains(scalar) {
                address += "%" + scalar.value.digits(2, radix: 16, uppercase: true)
            } else {
                address.unicodeScalars.append(scalar)
            }
        }
        return address
    }
}

/// The links of Dendron, perhaps with the vault before the note: `dendron://vault/note`.
package enum DendronName {
    /// The settings files; a vault has one of them.
    package static let settings = ["root.schema.yml", "dendron.yml"]
    private static let scheme = "dendron://"

    /// The name of the note without the vault.
    static func note(in spelled: String) -> Substring {
        guard spelled.hasPrefix(scheme), let slash = spelled.dropFirst(scheme.count).firstIndex(of: "/") else {
            return spelled[...]
        }
        return spelled[spelled.index(after: slash)...]
    }
}
