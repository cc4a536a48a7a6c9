// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Secrets
import Stores

/// Seals the attachments of protected notes, and opens them.
///
/// Name and type are sealed together with the SHA-256 of the bytes, so that neither opens beside the other’s.
struct AttachmentSealing {
    let sealer: Sealer
    /// Ties what is sealed to its note.
    let context: [UInt8]

    /// The sealed form of a plain attachment.
    func sealed(_ draft: AttachmentDraft) -> AttachmentDraft {
        let facts =
            draft.digest.bytes
            + Array(([draft.type, draft.name] + (draft.place.map { [$0] } ?? [])).joined(separator: "\n").utf8)
        let bytes = sealer.seal(draft.bytes, context: context + Array(" bytes".utf8))
        return AttachmentDraft(
            name: "", type: "", bytes: bytes, digest: Digest(bytes: SHA256.hash(bytes)),
            sealed: sealer.seal(facts, context: context + Array(" name".utf8)))
    }

    /// Name, type, the digest of the plain bytes, and the place; nil for what something else has changed.
    func facts(_ sealed: [UInt8]) -> (name: String, type: String, digest: Digest, place: String?)? {
        guard let facts = try? sealer.open(sealed, context: context + Array(" name".utf8)), facts.count > 32 else {
            return nil
        }
        let parts = String(decoding: facts[32...], as: UTF8.self).split(separator: "\n", maxSplits: 2)
        guard parts.count >= 2 else { return nil }
        return (
            String(parts[1]), String(parts[0]), Digest(bytes: Array(facts[..<32])),
            parts.count > 2 ? String(parts[2]) : nil
        )
    }

    /// The plain bytes of this digest; nil for what something else has changed.
    func bytes(_ sealed: [UInt8], digest: Digest) -> [UInt8]? {
        guard let plain = try? sealer.open(sealed, context: context + Array(" bytes".utf8)),
            SHA256.hash(plain) == digest.bytes
        else { return nil }
        return plain
    }
}
