// SPDX-License-Identifier: GPL-3.0-or-later

/// A format in which notes come and go.
package enum ExchangeFormat: String, Hashable, Sendable, CaseIterable {
    /// A folder of Markdown files with YAML front matter; subfolders are notebooks.
    case markdown
    /// Atrium’s own: one JSON document that has everything of each note.
    case json
    /// jrnl’s text.
    case jrnl
    /// jrnl’s JSON.
    case jrnlJSON = "jrnl-json"
    /// Simplenote’s export.
    case simplenote
    /// Evernote’s export.
    case enex
    /// Joplin’s export: a folder (RAW) or an archive of one (JEX).
    case joplin
    /// A text file that is one note.
    case text
    /// One page for reading and printing; not read back.
    case html
    /// A folder of pages that link to each other; not read back.
    case site

    /// Whether it is a folder of many files.
    var isFolder: Bool { self == .markdown || self == .site }
    /// Whether protected notes go out too, each in a sealed file of its own.
    var hasSealed: Bool { self == .markdown }
    /// Whether it can say where the files of a note lie.
    var hasPlaces: Bool { self == .markdown || self == .json }
    /// Whether it can say that a note is in the trash.
    var hasTrash: Bool { self == .markdown || self == .json }

    /// Those that can be read.
    package static let readable: [ExchangeFormat] = [
        .markdown, .json, .jrnl, .jrnlJSON, .simplenote, .enex, .joplin, .text,
    ]
    /// Those that can be written.
    package static let writable: [ExchangeFormat] = [
        .markdown, .json, .jrnl, .jrnlJSON, .enex, .html, .site,
    ]
}
