// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Names of files and folders that every file system takes, made of titles and notebooks.
package enum FileName {
    /// This many bytes leave room for a number and an ending within the 255 of most file systems.
    private static let longest = 120

    /// The most bytes of a name in most file systems.
    private static let most = 255

    /// Whether a file or a folder can have this name and is found again: hidden names belong to other programs.
    package static func canHold(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && name.utf8.count <= most && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
            && name.first != "."
    }

    /// The name of a note’s file, without the ending: the note’s name if a file can have it.
    ///
    /// An existing file name stays to the byte. A long title, perhaps a paragraph, is cut.
    package static func of(_ note: Note, ending: String) -> String {
        let title = note.title
        let hasOwn = !note.names.isEmpty
        let isPlain = hasOwn || title.utf8.count <= longest && title.allSatisfy { !$0.isNewline }
        let isLinkable = hasOwn || !title.contains { "[]#^|".contains($0) }
        let isTrimmed =
            hasOwn || title.first?.isWhitespace == false && title.last?.isWhitespace == false && title.last != "."
        return isPlain && isLinkable && isTrimmed && canHold(title + ending) ? title : of(title: title)
    }

    /// The name with a number behind it, cut to leave room for that.
    package static func numbered(_ name: String, _ number: String) -> String {
        var name = name
        while name.utf8.count + number.utf8.count > most - 16 { name.removeLast() }
        return name + number
    }

    /// The folder for the path of a note; each level stays the same if a folder can have its name.
    package static func folder(ofPath path: String) -> String {
        path.split(separator: "/").map { canHold($0) ? String($0) : safe(String($0)) }.filter { !$0.isEmpty }
            .joined(separator: "/")
    }

    /// The name for a title, without the ending, such that other systems take it too.
    package static func of(title: String) -> String {
        let bare = title.drop { $0 == "#" || $0 == " " }
        let name = safe(String(bare.isEmpty ? title[...] : bare))
        return name.isEmpty ? "Note" : name
    }

    /// The folder of a notebook, and whether it says the notebook’s name exactly.
    package static func folder(of notebook: String) -> (path: String, isExact: Bool) {
        let levels = notebook.split(separator: "/").map { safe(String($0)) }.filter { !$0.isEmpty }
        let path = levels.joined(separator: "/")
        return (path, path == notebook)
    }

    /// The text without what means something to a file system, a shell, a link of Obsidian’s, or a screen.
    private static func safe(_ text: String) -> String {
        var name = ""
        var size = 0
        for character in text {
            let isForbidden =
                character.isNewline || "/\\:*?\"<>|#^[]".contains(character)
                || character.unicodeScalars.contains {
                    [.control, .format, .surrogate, .privateUse, .unassigned].contains($0.properties.generalCategory)
                }
            let next = isForbidden || character.isWhitespace ? " " : character
            // Blanks in a row are one, and a name starts with none, nor with a dot, which hides it.
            if next == " " || next == ".", name.isEmpty { continue }
            if next == " ", name.hasSuffix(" ") { continue }
            size += String(next).utf8.count
            if size > longest { break }
            name.append(next)
        }
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        // Names of devices on Windows, where such a folder may be checked out too.
        let stem = name.prefix { $0 != "." }.lowercased()
        let isDevice =
            ["con", "prn", "aux", "nul"].contains(stem)
            || stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt")) && stem.last?.isNumber == true
        return isDevice ? "_" + name : name
    }
}

/// The name of a note’s file below its folder, and its parts.
package struct FilePath {
    /// The folder; empty for the outermost one.
    package let folder: String
    /// The name of the file itself.
    package let last: String

    package init(_ path: String) {
        let slash = path.lastIndex(of: "/")
        folder = slash.map { String(path[..<$0]) } ?? ""
        last = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The file’s name without its ending: the name of the note.
    package var stem: String { Self.split(last).bare }
    /// The ending with its dot.
    package var ending: String { Self.split(last).ending }
    /// The whole path without the ending of a note’s file or of a text’s.
    package var withoutAnyEnding: String {
        let path = folder.isEmpty ? last : folder + "/" + last
        return path.lowercased().hasSuffix(".txt") && last.count > 4 ? String(path.dropLast(4)) : withoutEnding
    }
    /// The whole path without its ending.
    package var withoutEnding: String { folder.isEmpty ? stem : folder + "/" + stem }

    /// A name without the ending of a note’s file, and that ending; it is empty for any other ending.
    package static func split(_ name: String) -> (bare: String, ending: String) {
        for ending in [".md", ".markdown"] where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            return (String(name.dropLast(ending.count)), String(name.suffix(ending.count)))
        }
        return (name, "")
    }

    package static func relative(_ path: String, from folder: String) -> String {
        let levels = path.split(separator: "/")
        let start = folder.split(separator: "/")
        var common = 0
        while common < start.count, common < levels.count - 1, start[common] == levels[common] { common += 1 }
        return (Array(repeating: "..", count: start.count - common) + levels[common...]).joined(separator: "/")
    }

    /// A path, perhaps with `..`, resolved from a folder; `nil` if it leads out of the outermost one.
    package static func resolved(_ path: String, from folder: String) -> String? {
        var levels = path.hasPrefix("/") ? [] : folder.split(separator: "/")
        for level in path.split(separator: "/") where level != "." {
            if level != ".." {
                levels.append(level)
            } else if levels.popLast() == nil {
                return nil
            }
        }
        return levels.joined(separator: "/")
    }
}

/// A path whose bytes count: file systems tell the composed form of a name from the decomposed one, which `String` does
/// not.
package struct ExactPath: Hashable, Comparable, Sendable {
    /// The path.
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactPath, right: ExactPath) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package static func < (left: ExactPath, right: ExactPath) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Whether this is the path of a file within a folder: no level leads up, is empty, or is hidden.
    package var staysInside: Bool {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        return !levels.isEmpty && levels.allSatisfy { FileName.canHold($0) }
    }
}

/// The files of a folder of notes by their names, for links that name a file without its folder.
///
/// Obsidian finds a file by its name anywhere in the vault; of several, it takes the nearest to the vault’s own folder.
package struct VaultFiles: Sendable {
    /// The paths, and how they are compared, by the last part of that.
    private var paths: [Substring: [(path: String, folded: String)]] = [:]

    /// - Parameter paths: The files, as they lie below the folder; hidden ones are settings of other programs.
    package init(_ paths: [String]) {
        for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            let folded = Self.folded(path)
            self.paths[Self.last(of: folded), default: []].append((path, folded))
        }
    }

    /// The path of the file that a link names, perhaps with the last of its folders.
    package func path(of target: String) -> String? {
        let wanted = Self.folded(target)
        guard !wanted.isEmpty, !wanted.split(separator: "/").contains("..") else { return nil }
        return paths[Self.last(of: wanted), default: []].filter {
            $0.folded == wanted || $0.folded.hasSuffix("/" + wanted)
        }.map(\.path).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    private static func last(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }

    private static func folded(_ path: String) -> String {
        path.precomposedStringWithCanonicalMapping.lowercased()
    }
}

/// The names of notebooks: levels with `/` between them.
package enum NotebookName {
    /// The name without blanks around its levels, without empty levels, and without points before a level: as folders
    /// such levels would lead elsewhere or be hidden, and every store has the same names.
    package static func normal(_ name: String) -> String {
        name.split(whereSeparator: { $0 == "/" || $0.isNewline }).map { level in
            String(level.drop { $0 == "." || $0 == " " || $0 == "\t" }).trimmingCharacters(in: .whitespaces)
        }
        .filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// The same of a name that a user types.
    ///
    /// - Throws: `NotesFault.badName` for one that would lead elsewhere.
    package static func typed(_ name: String) throws -> String {
        guard !name.split(separator: "/").contains(where: leadsElsewhere) else { throw NotesFault.badName(name) }
        return normal(name)
    }

    /// Whether a level would lead elsewhere as the name of a folder or a file: it is `.` or `..`.
    package static func leadsElsewhere(_ level: some StringProtocol) -> Bool {
        let bare = level.trimmingCharacters(in: .whitespaces)
        return bare == "." || bare == ".."
    }

    /// The protected notebook that a notebook is, or is in; `nil` if it is in none.
    package static func lock(of notebook: String, among locked: [String]) -> String? {
        locked.first { LevelName.isIn(notebook, $0) }
    }
}

/// Names of levels with `/` between them: of notebooks, and of tags.
package enum LevelName {
    /// Whether a name is another one, or within it.
    package static func isIn(_ name: String, _ other: String) -> Bool { rest(of: name, in: other) != nil }

    /// The name after another one, itself or a parent, is renamed; `nil` if it stays.
    package static func renaming(_ name: String, from old: String, to new: String) -> String? {
        rest(of: name, in: old).map { ([new] + $0.map(String.init)).joined(separator: "/") }
    }

    /// The levels of a name below another one; `nil` if it is not in that.
    private static func rest(of name: String, in other: String) -> ArraySlice<Substring>? {
        let (levels, sought) = (name.split(separator: "/"), other.split(separator: "/"))
        guard levels.count >= sought.count,
            zip(levels, sought).allSatisfy({ NameKey.of(String($0)) == NameKey.of(String($1)) })
        else { return nil }
        return levels[sought.count...]
    }
}

/// By what names are compared: tags, notebooks and titles, without regard to case, accents and width.
package enum NameKey {
    /// The most characters of a name that count.
    package static let longest = 120

    /// The name’s key.
    package static func of(_ name: String) -> String {
        // ASCII needs no tables of Foundation’s, and is most of what there is.
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            let start = name.utf8.drop { isBlank($0) }
            let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
            return String(name[start.startIndex..<end].lowercased().prefix(longest))
        }
        // Folding leaves Hangul and Kana decomposed, as a Mac names files.
        let composed = name.precomposedStringWithCanonicalMapping
        let folded = composed.trimmingCharacters(in: .whitespaces).folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(folded.prefix(longest))
    }

    /// By what paths are compared: level by level.
    package static func path(_ path: String) -> String {
        path.split(separator: "/").map { of(String($0)) }.joined(separator: "/")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
