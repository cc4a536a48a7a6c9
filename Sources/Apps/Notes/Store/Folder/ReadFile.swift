// SPDX-License-Identifier: GPL-3.0-or-later

public import NotesDomain
import Secrets
import Stores

/// A file as it was read.
struct ReadFile {
    /// What the file is known by.
    let stamp: FileStamp
    /// What it holds, or why that is no note.
    let bytes: Result<[UInt8], SkippedFile.Reason>

    /// What the bytes are known by; nil if there are none.
    var digest: Digest? { (try? bytes.get()).map { Digest(of: $0) } }
}

extension SkippedFile.Reason: Error {}

extension Digest {
    /// The digest of a file’s bytes.
    init(of bytes: [UInt8]) { self.init(bytes: SHA256.hash(bytes)) }
}
