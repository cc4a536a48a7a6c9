// SPDX-License-Identifier: GPL-3.0-or-later

import Exchange
import NotesLogic

/// An attachment of an Evernote note while it is read.
struct ENEXResource {
    private var data = Base64Reader(limit: AttachmentDraft.largest)
    private var type = ""
    private var name = ""

    /// A text at a place below the `resource` element.
    mutating func add(_ piece: String, at path: ArraySlice<String>) {
        switch path.joined(separator: "/") {
        case "data": data.append(Array(piece.utf8).span)
        case "mime": type += piece
        case "resource-attributes/file-name": name += piece
        default: break
        }
    }

    /// The attachment, and the hash by which the text names it.
    mutating func made(
        among present: [AttachmentDraft]
    ) -> Result<(draft: AttachmentDraft, hash: String), ExchangeProblem.Failure> {
        data.finish()
        guard !data.isTooLong else {
            return .failure(.init(reason: .tooLarge(name, limit: AttachmentDraft.largest)))
        }
        guard data.isSound else { return .failure(.init(reason: .badAttachment(name))) }
        var draft = AttachmentDraft(named: name.isEmpty ? nil : name, type: type, bytes: data.bytes)
        draft.name = AttachmentName.free(draft.name, among: present.map(\.name))
        return .success((draft, FileHash.md5(data.bytes)))
    }
}
