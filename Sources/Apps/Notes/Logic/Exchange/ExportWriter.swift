// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// Writes one file of an export, which becomes the file of that name only when it is whole.
package struct ExportWriter {
    private let path: String
    private let draft: DraftWriter

    /// - Parameter replacing: Whether it may take the place of a file of this user’s; a link, a device or another’s file
    ///   stays in any case.
    /// - Throws: `ExportFault`.
    package init(_ path: String, _ head: String, replacing: Bool = false) throws(ExportFault) {
        self.path = path
        draft = try Self.naming(path) { () throws(FileFault) in try DraftWriter(for: path, replacing: replacing) }
        try write(head)
    }

    /// - Throws: `ExportFault`.
    package func write(_ text: String) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(text) }
    }

    /// - Throws: `ExportFault`.
    package func write(_ bytes: [UInt8]) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(bytes) }
    }

    /// Writes bytes in base64 (RFC 4648, 4), a part at a time: large ones are held no second time.
    ///
    /// - Throws: `ExportFault`.
    package func write(base64 bytes: [UInt8]) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(base64: bytes) }
    }

    /// Writes the end, and puts the file in its place.
    ///
    /// - Parameter waits: Whether it is on the disk when this returns.
    /// - Throws: `ExportFault`.
    package func finish(_ foot: String, waits: Bool = true) throws(ExportFault) {
        try write(foot)
        try Self.naming(path) { () throws(FileFault) in try draft.finish(waits: waits) }
    }

    /// Says which file of an export a fault is about.
    static func naming<Result>(
        _ path: String, _ body: () throws(FileFault) -> Result
    ) throws(ExportFault) -> Result {
        do throws(FileFault) { return try body() } catch {
            throw error.reason == .system(EEXIST)
                ? .exists(path: path) : .unwritable(path: path, reason: error.reason)
        }
    }
}

/// Whether two places of the file system have anything in common.
package enum FolderOverlap {
    /// Whether one is the other or lies in it, wherever symbolic links lead; neither needs to be there.
    package static func overlap(_ first: String, _ second: String) -> Bool {
        let (first, second) = (resolved(first), resolved(second))
        return first == second || holds(first, second) || holds(second, first)
    }

    /// Whether a path lies below a folder; neither has symbolic links.
    package static func holds(_ folder: String, _ path: String) -> Bool {
        path.hasPrefix(folder == "/" ? "/" : folder + "/")
    }

    /// The path without symbolic links as far as it is there, and as it is spelled from there on.
    private static func resolved(_ path: String) -> String {
        var there = path
        var missing: [String] = []
        while !there.isEmpty, there != "/" {
            if let real = try? FilePlace.real(there) {
                return missing.reversed().reduce(real) { path, level in
                    switch level {
                    case ".": path
                    case "..": (path as NSString).deletingLastPathComponent
                    default: (path as NSString).appendingPathComponent(level)
                    }
                }
            }
            missing.append((there as NSString).lastPathComponent)
            there = (there as NSString).deletingLastPathComponent
        }
        return (path as NSString).standardizingPath
    }
}
