// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Secrets
import Stores

/// Writes a file of a signed folder, and knows the SHA-256 of it in the end.
final class HashedWriter {
    /// The name of the file within its folder.
    let name: String
    private let draft: DraftWriter
    private var stream = SHA256Stream()

    /// - Throws: `FileFault`.
    init(_ name: String, in folder: String) throws(FileFault) {
        self.name = name
        draft = try DraftWriter(for: "\(folder)/\(name)")
    }

    /// - Throws: `FileFault`.
    func write(_ text: String) throws(FileFault) { try write(Array(text.utf8)) }

    /// - Throws: `FileFault`.
    func write(_ bytes: [UInt8]) throws(FileFault) {
        stream.add(bytes)
        try draft.write(bytes)
    }

    /// Ends the file.
    ///
    /// - Throws: `FileFault`.
    func finish() throws(FileFault) -> Digest {
        try draft.finish(waits: false)
        return Digest(bytes: stream.hash())
    }
}
