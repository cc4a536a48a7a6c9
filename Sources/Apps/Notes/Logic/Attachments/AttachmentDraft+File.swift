// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import NotesDomain
import Secrets
import Stores

extension AttachmentDraft {
    /// The most bytes that an attachment may have.
    static let largest = 100 << 20

    /// An attachment of these bytes.
    ///
    /// - Parameters:
    ///   - name: What the file was called, perhaps with a path; nil for one that has no name.
    ///   - type: What the source says; nil or a type that says nothing: what the name says.
    init(named name: String?, type: String?, bytes: [UInt8]) {
        var type = type?.lowercased() ?? MediaType.unknown
        var normal = AttachmentName.normal(name ?? "attachment")
        if type == MediaType.unknown || type.isEmpty {
            type = MediaType.of(normal) ?? MediaType.unknown
        } else if MediaType.of(normal) == nil, let ending = MediaType.ending(of: type) {
            normal += "." + ending
        }
        self.init(name: normal, type: type, bytes: bytes, digest: Digest(bytes: SHA256.hash(bytes)))
    }
}
