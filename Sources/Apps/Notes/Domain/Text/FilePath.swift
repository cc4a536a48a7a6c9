// SPDX-License-Identifier: GPL-3.0-or-later

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

    /// How a path is said from a folder.
    package static func relative(_ path: String, from folder: String) -> String {
        let levels = path.split(separator: "/")
        let start = folder.split(separator: "/")
        var common = 0
        while common < start.count, common < levels.count - 1, start[common] == levels[common] { common += 1 }
        return (Array(repeating: "..", count: start.count - common) + levels[common...]).joined(separator: "/")
    }

    /// A path that may go up, from a folder; nil where it leads out of the outermost one.
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
