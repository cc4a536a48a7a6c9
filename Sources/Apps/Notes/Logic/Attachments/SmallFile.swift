// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Files

/// Reads a file whole, up to a size.
enum SmallFile {
    /// The bytes of a regular file.
    ///
    /// - Parameter limit: The most bytes that it may have.
    /// - Throws: `AttachmentFault.unreadable`, `AttachmentFault.tooLarge`.
    static func bytes(
        at path: String, followingLinks: Bool = true, limit: Int = AttachmentDraft.largest
    ) throws(AttachmentFault) -> [UInt8] {
        do throws(FileFault) {
            return try FileReader(path, followingLinks: followingLinks).bytes(limit: limit)
        } catch {
            if case .tooLarge(let limit) = error.reason { throw .tooLarge(path: path, limit: limit) }
            throw .unreadable(path: path, reason: error.reason.number)
        }
    }
}
