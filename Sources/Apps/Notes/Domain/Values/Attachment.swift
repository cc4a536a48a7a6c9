// SPDX-License-Identifier: GPL-3.0-or-later

package import Stores

/// A file that belongs to a note, without its bytes: those are asked for by their digest.
package struct Attachment: Hashable, Sendable {
    /// Its number within the note, from 1.
    package let number: Int
    /// Its name, which no other attachment of the note has; empty while it is sealed.
    package let name: String
    /// Its media type (RFC 6838), such as `image/png`; empty while it is sealed.
    package let type: String
    /// How many bytes are kept, sealed or not.
    package let size: Int
    /// Names the bytes that are kept, sealed or not.
    package let digest: Digest
    /// Name and type of an attachment of a protected note, sealed; nil for any other.
    package let sealed: [UInt8]?
    /// Where the file lies, below the folder of the notes, that a note’s text names and that nobody keeps for the note;
    /// nil for what is kept.
    package let path: String?

    package init(
        number: Int, name: String, type: String, size: Int, digest: Digest, sealed: [UInt8]? = nil, path: String? = nil
    ) {
        self.path = path
        self.number = number
        self.name = name
        self.type = type
        self.size = size
        self.digest = digest
        self.sealed = sealed
    }

    /// The attachment that a draft becomes.
    package init(number: Int, _ draft: AttachmentDraft) {
        self.init(
            number: number, name: draft.name, type: draft.type, size: draft.bytes.count, digest: draft.digest,
            sealed: draft.sealed)
    }
}

extension [Attachment] {
    /// The number of one more, or nil where its name is taken; what is sealed shows none.
    package func number(for draft: AttachmentDraft) -> Int? {
        guard draft.sealed != nil || !contains(where: { $0.sealed == nil && $0.name == draft.name }) else { return nil }
        return (map(\.number).max() ?? 0) + 1
    }
}
