// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// Writes one file of an export, which becomes the file of that name only when it is whole.
struct ExportWriter {
    private let path: String
    private let draft: DraftWriter

    /// - Parameter replacing: Whether it may take the place of a file of this user’s; a link, a device or another’s file
    ///   stays in any case.
    /// - Throws: `ExportFault`.
    init(_ path: String, _ head: String, replacing: Bool = false) throws(ExportFault) {
        self.path = path
        draft = try Self.naming(path) { () throws(FileFault) in try DraftWriter(for: path, replacing: replacing) }
        try write(head)
    }

    /// - Throws: `ExportFault`.
    func write(_ text: String) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(text) }
    }

    /// - Throws: `ExportFault`.
    func write(_ bytes: [UInt8]) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(bytes) }
    }

    /// Writes bytes in base64 (RFC 4648, 4), a part at a time: large ones are held no second time.
    ///
    /// - Throws: `ExportFault`.
    func write(base64 bytes: [UInt8]) throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(base64: bytes) }
    }

    /// Writes the end, and puts the file in its place.
    ///
    /// - Parameter waits: Whether it is on the disk when this returns.
    /// - Throws: `ExportFault`.
    func finish(_ foot: String, waits: Bool = true) throws(ExportFault) {
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
