// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// An attachment of an Evernote note while it is read.
struct ENEXResource {
    private var data = Base64Bytes(limit: AttachmentDraft.largest)
    private var type = ""
    private var name = ""

    /// A text at a place below the `resource` element.
    mutating func add(_ piece: String, at path: ArraySlice<String>) {
        switch path.joined(separator: "/") {
        case "data": data.append(piece)
        case "mime": type += piece
        case "resource-attributes/file-name": name += piece
        default: break
        }
    }

    /// The attachment, and the hash by which the text names it.
    func made(among present: [AttachmentDraft]) -> Result<(draft: AttachmentDraft, hash: String), Unmade> {
        guard !data.isTooLong else {
            return .failure(Unmade(reason: .tooLarge(name, limit: AttachmentDraft.largest)))
        }
        guard data.isSound else { return .failure(Unmade(reason: .badAttachment(name))) }
        var draft = AttachmentDraft(named: name.isEmpty ? nil : name, type: type, bytes: data.bytes)
        draft.name = AttachmentName.free(draft.name, among: present.map(\.name))
        return .success((draft, MD5.text(of: data.bytes)))
    }

    /// Why there is no attachment.
    struct Unmade: Error {
        let reason: ExchangeProblem.Reason
    }
}
