// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Glibc

/// The attachments of one note while its text is read.
struct JoplinFiles {
    private(set) var drafts: [AttachmentDraft] = []
    private(set) var problems: [ExchangeProblem.Reason] = []
    private var names: [String: String?] = [:]

    /// Says of a resource that nobody can read it.
    mutating func leaveOut(_ name: String) {
        if !problems.contains(.encryptedFile(name)) { problems.append(.encryptedFile(name)) }
    }

    /// The name of a resource as an attachment, which is read the first time; nil where it cannot be.
    mutating func name(of id: String, or read: () throws -> AttachmentDraft) -> String? {
        if let known = names[id] { return known }
        do {
            var draft = try read()
            draft.name = AttachmentName.free(draft.name, among: drafts.map(\.name))
            drafts.append(draft)
            names[id] = draft.name
            return draft.name
        } catch AttachmentFault.tooLarge(_, let limit) {
            problems.append(.tooLarge(id, limit: limit))
        } catch AttachmentFault.unreadable(_, let reason) where reason != ENOENT {
            problems.append(.unreadableFile(id, reason))
        } catch {
            problems.append(.missingFile(id))
        }
        names[id] = .some(nil)
        return nil
    }
}
