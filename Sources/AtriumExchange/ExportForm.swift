// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles

/// The form of an export, as the path of its target says it.
///
///     ExportForm(of: "notes.json")  // .file(ending: "json")
///     ExportForm(of: "Notes 2026.11")  // .folder
public enum ExportForm: Hashable, Sendable {
    /// A folder of many files: one that exists, a path with a slash at its end, and a name without an ending.
    case folder
    /// A file of this ending, in small letters.
    case file(ending: String)

    /// The form that a path says.
    ///
    /// An ending has at most eight letters and digits, one of them a letter: the number of `Notes 2026.11` is a part
    /// of the name.
    ///
    /// - Parameter path: The path of the target, which need not exist.
    public init(of path: String) {
        let ending = PlainFileName.parts(Folder.split(path).name).ending.dropFirst()
        let isEnding =
            (1...8).contains(ending.count) && ending.contains(where: \.isLetter)
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let isFolder = path.hasSuffix("/") || FileStatus(path, followingLinks: true)?.kind == .folder
        self = isEnding && !isFolder ? .file(ending: ending.lowercased()) : .folder
    }

    /// Whether a format writes exports of this form.
    ///
    /// - Parameters:
    ///   - endings: The endings of the format’s files.
    ///   - isFolder: Whether the format writes folders.
    public func fits(endings: Set<String>, isFolder: Bool) -> Bool {
        switch self {
        case .folder: isFolder
        case .file(let ending): endings.contains(ending)
        }
    }
}
