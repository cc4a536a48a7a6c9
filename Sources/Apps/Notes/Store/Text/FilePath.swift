// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of a note’s file below its folder, and its parts.
struct FilePath {
    /// The folder; empty for the outermost one.
    let folder: String
    /// The name of the file itself.
    let last: String

    init(_ path: String) {
        let slash = path.lastIndex(of: "/")
        folder = slash.map { String(path[..<$0]) } ?? ""
        last = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The file’s name without its ending: the name of the note.
    var stem: String { Self.split(last).bare }
    /// The ending with its dot.
    var ending: String { Self.split(last).ending }
    /// The whole path without its ending.
    var withoutEnding: String { folder.isEmpty ? stem : folder + "/" + stem }

    /// A name without the ending of a note’s file, and that ending; it is empty for any other ending.
    static func split(_ name: String) -> (bare: String, ending: String) {
        for ending in [".md", ".markdown"] where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            return (String(name.dropLast(ending.count)), String(name.suffix(ending.count)))
        }
        return (name, "")
    }

    /// A path that may go up, from a folder; nil where it leads out of the outermost one.
    static func resolved(_ path: String, from folder: String) -> String? {
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
