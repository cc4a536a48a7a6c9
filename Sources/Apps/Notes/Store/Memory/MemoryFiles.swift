// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// One owner’s attachments in memory.
struct MemoryFiles: Sendable {
    /// Each note’s, in order; no entry for a note without any.
    private(set) var attachments: [Int: [Attachment]] = [:]
    private(set) var bytes: [Digest: [UInt8]] = [:]

    mutating func attach(_ draft: AttachmentDraft, to id: Int) -> Attachment? {
        let present = attachments[id] ?? []
        guard let number = present.number(for: draft) else { return nil }
        let attachment = Attachment(number: number, draft)
        attachments[id] = present + [attachment]
        bytes[draft.digest] = draft.bytes
        return attachment
    }

    mutating func replace(_ attachment: Attachment, of id: Int, with draft: AttachmentDraft) -> Attachment? {
        guard var present = attachments[id], let index = present.firstIndex(of: attachment) else { return nil }
        let new = Attachment(number: attachment.number, draft)
        present[index] = new
        attachments[id] = present
        bytes[draft.digest] = draft.bytes
        dropUnused(attachment.digest)
        return new
    }

    mutating func detach(_ number: Int, from id: Int) -> Bool {
        guard let present = attachments[id], let attachment = present.first(where: { $0.number == number }) else {
            return false
        }
        let rest = present.filter { $0.number != number }
        attachments[id] = rest.isEmpty ? nil : rest
        dropUnused(attachment.digest)
        return true
    }

    mutating func remove(all id: Int) {
        for attachment in attachments[id] ?? [] { _ = detach(attachment.number, from: id) }
    }

    func areSealed(of id: Int) -> Bool { (attachments[id] ?? []).allSatisfy { $0.sealed != nil } }

    private mutating func dropUnused(_ digest: Digest) {
        if !attachments.values.contains(where: { $0.contains { $0.digest == digest } }) { bytes[digest] = nil }
    }
}
