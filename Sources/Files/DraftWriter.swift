// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Writes a draft from many small pieces, which go to the file a quarter of a megabyte at a time.
package final class DraftWriter {
    private let draft: DraftFile
    private var buffer: [UInt8] = []

    /// Makes a draft.
    ///
    /// - Parameter replacing: Whether the file may take the place of another, which must be a regular file of this user’s.
    /// - Throws: `FileFault`; what stands at the path is untouched.
    package init(for path: String, replacing: Bool = false) throws(FileFault) {
        draft = try DraftFile(for: path, replacing: replacing)
    }

    /// Adds a text at the end.
    package func write(_ text: String) throws(FileFault) {
        buffer += text.utf8
        try flushIfFull()
    }

    /// Adds bytes at the end.
    package func write(_ bytes: [UInt8]) throws(FileFault) {
        buffer += bytes
        try flushIfFull()
    }

    /// Adds bytes in base64 (RFC 4648, 4), a part at a time: large ones are held no second time.
    package func write(base64 bytes: [UInt8]) throws(FileFault) {
        // Whole groups of three bytes, so that the parts join.
        for start in stride(from: 0, to: bytes.count, by: 3 << 14) {
            try write(Data(bytes[start..<min(bytes.count, start + (3 << 14))]).base64EncodedString())
        }
    }

    /// Writes the rest, and puts the file in its place; nothing may be written afterwards.
    ///
    /// - Parameter waits: Whether it is on the disk when this returns.
    /// - Throws: `FileFault`; what stood there before stands there still.
    package func finish(waits: Bool = true) throws(FileFault) {
        try flush()
        try draft.finish(waits: waits)
    }

    private func flushIfFull() throws(FileFault) { if buffer.count > 1 << 18 { try flush() } }

    private func flush() throws(FileFault) {
        try draft.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
