// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// Writes one file of an export, which becomes the file of that name only when it is whole.
final class ExportWriter {
    private let path: String
    private let draft: DraftFile
    private var buffer: [UInt8] = []

    /// - Parameter replacing: Whether it may take the place of a file of this user’s; a link, a device or another’s file
    ///   stays in any case.
    /// - Throws: `ExportFault`.
    init(_ path: String, _ head: String, replacing: Bool = false) throws(ExportFault) {
        self.path = path
        draft = try Self.naming(path) { () throws(FileFault) in try DraftFile(for: path, replacing: replacing) }
        buffer = Array(head.utf8)
    }

    /// - Throws: `ExportFault`.
    func write(_ text: String) throws(ExportFault) {
        buffer += text.utf8
        if buffer.count > 1 << 18 { try flush() }
    }

    /// - Throws: `ExportFault`.
    func write(_ bytes: [UInt8]) throws(ExportFault) {
        buffer += bytes
        if buffer.count > 1 << 18 { try flush() }
    }

    /// Writes bytes in base64 (RFC 4648, 4), a part at a time: large ones are held no second time.
    ///
    /// - Throws: `ExportFault`.
    func write(base64 bytes: [UInt8]) throws(ExportFault) {
        // Whole groups of three bytes, so that the parts join.
        for start in stride(from: 0, to: bytes.count, by: 3 << 14) {
            try write(Data(bytes[start..<min(bytes.count, start + (3 << 14))]).base64EncodedString())
        }
    }

    /// Writes the end, and puts the file in its place.
    ///
    /// - Parameter waits: Whether it is on the disk when this returns.
    /// - Throws: `ExportFault`.
    func finish(_ foot: String, waits: Bool = true) throws(ExportFault) {
        buffer += foot.utf8
        try flush()
        try Self.naming(path) { () throws(FileFault) in try draft.finish(waits: waits) }
    }

    private func flush() throws(ExportFault) {
        try Self.naming(path) { () throws(FileFault) in try draft.write(buffer) }
        buffer.removeAll(keepingCapacity: true)
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
