// SPDX-License-Identifier: GPL-3.0-or-later

/// Names of files and folders that every file system takes, made of titles and notebooks.
package enum FileName {
    /// So many bytes leave room for a number and an ending within the 255 of most file systems.
    private static let longest = 120

    /// The most bytes of a name in most file systems.
    private static let most = 255

    /// Whether a file or a folder can be called so and is found again: what is hidden belongs to other programs.
    package static func canHold(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && name.utf8.count <= most && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
            && name.first != "."
    }

    /// The name for the file of a note, without the ending: that of the note where a file can be called so.
    ///
    /// A name that was a file’s stays to the byte. A title, which may be a paragraph, is cut where it is long.
    package static func of(_ note: Note, ending: String) -> String {
        let title = note.title
        let hasOwn = !note.names.isEmpty
        let isPlain = hasOwn || title.utf8.count <= longest && title.allSatisfy { !$0.isNewline }
        let isTrimmed =
            hasOwn || title.first?.isWhitespace == false && title.last?.isWhitespace == false && title.last != "."
        return isPlain && isTrimmed && canHold(title + ending) ? title : of(title: title)
    }

    /// The name with a number behind it, cut to leave room for that.
    package static func numbered(_ name: String, _ number: String) -> String {
        var name = name
        while name.utf8.count + number.utf8.count > most - 16 { name.removeLast() }
        return name + number
    }

    /// The folder for the path of a note, each level as it is where a folder can be called so.
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
        // Names that mean a device on Windows, where such a folder may be checked out too.
        let stem = name.prefix { $0 != "." }.lowercased()
        let isDevice =
            ["con", "prn", "aux", "nul"].contains(stem)
            || stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt")) && stem.last?.isNumber == true
        return isDevice ? "_" + name : name
    }
}
