// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import Foundation
import NotesLogic

/// An imported file, or a folder that is one note, before its format is known.
final class ImportFile {
    let path: String
    /// The name, below the folder of the import.
    let name: String
    /// The imported folder; `nil` for a file that is imported by itself.
    let folder: ImportFolder?

    /// The end of the name, in lower case.
    let ending: String
    /// The first bytes; none of a file that cannot be read, or of a pipe.
    private(set) lazy var start = FileReader.start(of: path, 1 << 16)
    /// Its beginning as JSON; `nil` if it is not JSON.
    private(set) lazy var json = JSONStart(start)
    /// The whole text, or why there is none.
    private(set) lazy var content = context.content(of: self)
    private let context: ImportContext

    init(_ path: String, named name: String, in folder: ImportFolder? = nil, of context: ImportContext) {
        self.context = context
        self.path = path
        self.name = name
        self.folder = folder
        ending = (name as NSString).pathExtension.lowercased()
    }

    /// The name without its folder.
    var lastName: String { (name as NSString).lastPathComponent }
    /// Its folder, below that of the import.
    var place: String { (name as NSString).deletingLastPathComponent }
    /// The name without folder and ending.
    var stem: String { (lastName as NSString).deletingPathExtension }
    /// The folder of the import; for a file by itself, its own folder.
    var root: String {
        if let folder { return folder.path }
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }
    /// The whole text; `nil` if it cannot be read.
    var text: String? { try? content.get() }
    /// Whether it is named as a text in Markdown.
    var isMarkdown: Bool { ["md", "markdown"].contains(ending) }
    /// Whether it is named as a text.
    var isText: Bool { isMarkdown || ending == "txt" }

    /// Whether it begins as a document of XML does, and is not named as a text.
    var isXML: Bool {
        !isText && start.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }.starts(with: "<?xml".utf8)
    }

    /// The files that its notes may have, by its place; `nil` if the folder cannot be read.
    ///
    /// - Parameter keepingPlaces: Whether files keep their places in the folder.
    func files(keepingPlaces: Bool = false) -> NoteFolderFiles? {
        NoteFolderFiles(
            root: root, folder: place, stem: stem, vault: keepingPlaces ? folder?.vault : nil,
            taken: keepingPlaces ? folder?.taken ?? TakenFiles(notes: []) : nil)
    }
}

/// The beginning of a JSON document.
struct JSONStart {
    private let text: String

    /// `nil` if the document begins with neither an object nor a list.
    init?(_ start: [UInt8]) {
        text = String(decoding: WideText.utf8(start), as: UTF8.self)
        guard let first = text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).first, "{[".contains(first) else {
            return nil
        }
    }

    /// Whether a member has one of these names.
    func has(_ names: String...) -> Bool { names.contains { text.contains("\"\($0)\"") } }
}
