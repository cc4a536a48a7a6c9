// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
public import NotesDomain
package import Session

extension AttachmentFault: UserFacing {
    package var code: String {
        switch self {
        case .unknown: "notes.unknown-attachment"
        case .tooLarge: "notes.attachment-too-large"
        case .linked: "notes.linked-file"
        case .missing: "notes.missing-file"
        case .noPicture: "notes.no-picture"
        case .inside: "notes.attachment-inside"
        case .unreadable, .exists: "file"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .unknown(let name, let id): Strings.faultUnknownAttachment(id: id, name: name)
        case .unreadable(let path, let reason):
            SystemReason.sentence(reason) { Strings.problemUnreadable(place: path, reason: $0) }
        case .tooLarge(let path, let limit): Strings.faultTooLarge(path: path, megabytes: limit >> 20)
        case .linked(let path, let id): Strings.faultLinkedFile(id: id, path: path)
        case .missing(let name, let id): Strings.faultMissingFile(id: id, name: name)
        case .noPicture(let name?, let id): Strings.faultNoPicture(id: id, name: name)
        case .noPicture(nil, let id): Strings.faultNoPictures(id: id)
        case .inside(let name, let id): Strings.faultAttachmentInside(id: id, name: name)
        case .exists(let path): Strings.faultExists(path: path)
        }
    }
}
