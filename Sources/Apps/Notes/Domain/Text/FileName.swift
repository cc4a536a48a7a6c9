// SPDX-License-Identifier: GPL-3.0-or-later

/// Names of files and folders that every file system takes, made of titles and notebooks.
package enum FileName {
    /// So many bytes leave room for a number and an ending within the 255 of most file systems.
    private static let longest = 120

    /// The name for a title, without the ending.
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
