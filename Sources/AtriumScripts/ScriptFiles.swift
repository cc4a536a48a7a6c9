// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
import Foundation

/// Finds the session scripts that paths name.
public enum ScriptFiles {
    /// The files in the order of the paths, each once, by whatever path; in folders and the folders below them every
    /// `*.session`, in the order of the bytes of their paths.
    ///
    /// Links to folders are followed, into each folder once. A path that leads nowhere is kept, as is that of a folder
    /// without scripts, for the report to say so.
    public static func named(by paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.flatMap(files).filter { seen.insert(resolved($0)).inserted }
    }

    /// The bytes of a file; nil if it cannot be read.
    static func bytes(of path: String) -> [UInt8]? {
        try? FileContents.bytes(at: path)
    }

    /// Whether the path leads to a folder.
    static func isFolder(_ path: String) -> Bool { FileStatus(path, followingLinks: true)?.kind == .folder }

    private static func files(at path: String) -> [String] {
        guard isFolder(path) else { return [path] }
        var entered: Set<String> = []
        let folder = path.hasSuffix("/") ? path : path + "/"
        let found = scripts(in: folder, entered: &entered).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return found.isEmpty ? [path] : found
    }

    private static func scripts(in folder: String, entered: inout Set<String>) -> [String] {
        guard entered.insert(resolved(folder)).inserted,
            let names = try? Folder.names(in: folder)
        else { return [] }
        var found: [String] = []
        var links: [String] = []
        for name in names.sorted() {
            let path = folder + name
            if !isFolder(path) {
                if name.hasSuffix(".session") { found.append(path) }
            } else if FileStatus(path)?.kind == .link {
                links.append(path)
            } else {
                found += scripts(in: path + "/", entered: &entered)
            }
        }
        // A folder is named by its own path where it has one here.
        for link in links { found += scripts(in: link + "/", entered: &entered) }
        return found
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }
}
