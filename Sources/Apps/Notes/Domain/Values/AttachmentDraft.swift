// SPDX-License-Identifier: GPL-3.0-or-later

package import Stores

/// An attachment that is not kept yet, with its bytes.
package struct AttachmentDraft: Hashable, Sendable {
    /// Its name; empty when it is sealed.
    package var name: String
    /// Its media type; empty when it is sealed.
    package var type: String
    /// The bytes to keep.
    package var bytes: [UInt8]
    /// Their digest.
    package var digest: Digest
    /// Name and type, sealed, of what goes to a protected note; nil otherwise.
    package var sealed: [UInt8]?
    /// Where its file lay; see `Attachment.place`.
    package var place: String?

    package init(
        name: String, type: String, bytes: [UInt8], digest: Digest, sealed: [UInt8]? = nil, place: String? = nil
    ) {
        self.place = place
        self.name = name
        self.type = type
        self.bytes = bytes
        self.digest = digest
        self.sealed = sealed
    }
}
