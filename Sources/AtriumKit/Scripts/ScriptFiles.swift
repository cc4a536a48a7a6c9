// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Finds the session scripts that paths name.
public enum ScriptFiles {
    /// The files in the order of the paths, each once; in folders and the folders below them every `*.session`, in the
    /// order of the bytes of their paths.
    ///
    /// A path that leads nowhere is kept, for the report to say so.
    public static func named(by paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.flatMap(files).filter { seen.insert($0).inserted }
    }

    /// The bytes of a file; nil if it cannot be read.
    static func bytes(of path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map(Array.init)
    }

    private static func files(at path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        guard let below = try? FileManager.default.subpathsOfDirectory(atPath: path) else { return [path] }
        let folder = path.hasSuffix("/") ? path : path + "/"
        return below.filter { $0.hasSuffix(".session") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { folder + $0 }
    }
}
