// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumStores

/// A file that belongs to a note, without its bytes, which the digest names.
package struct Attachment: Codable, Hashable, Sendable {
    /// Its number within the note, from 1.
    package let number: Int
    /// Its name, which no other attachment of the note has; empty while it is sealed.
    package let name: String
    /// Its media type (RFC 6838), such as `image/png`; empty while it is sealed.
    package let type: String
    /// The number of bytes kept, sealed or not.
    package let size: Int
    /// The digest of the bytes kept, sealed or not.
    package let digest: Digest
    /// Name and type of an attachment of a protected note, sealed; `nil` for any other.
    package let sealed: [UInt8]?
    /// The path, below the folder of the notes, of a file that the text names and the store does not keep; `nil` for a
    /// kept one.
    package let path: String?
    /// The path of the file below the folder that its note came from, to which links in the text lead.
    ///
    /// An export puts the file there. `nil` for a file beside its note, in a folder of its own.
    package let place: String?

    package init(
        number: Int, name: String, type: String, size: Int, digest: Digest, sealed: [UInt8]? = nil,
        path: String? = nil, place: String? = nil
    ) {
        self.path = path
        self.place = place
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
            sealed: draft.sealed, place: draft.place)
    }

    /// The attachment at another place.
    package func placed(_ place: String?) -> Attachment {
        Attachment(
            number: number, name: name, type: type, size: size, digest: digest, sealed: sealed, path: path, place: place
        )
    }

    /// The attachment of another name.
    package func renamed(_ name: String) -> Attachment {
        Attachment(
            number: number, name: name, type: type, size: size, digest: digest, sealed: sealed, path: path, place: place
        )
    }
}

extension [Attachment] {
    /// The number of one more, or `nil` if its name is taken; a sealed one shows no name.
    package func number(for draft: AttachmentDraft) -> Int? {
        guard draft.sealed != nil || !contains(where: { $0.sealed == nil && $0.name == draft.name }) else { return nil }
        return (map(\.number).max() ?? 0) + 1
    }

    /// The attachment that a reference names; see `AttachmentLookup`.
    package func named(by file: Reference, from folder: String) -> Attachment? {
        isEmpty ? nil : AttachmentLookup(self, from: folder).attachment(named: file)
    }
}

/// Finds the attachments of a note that its text names: the one at the place of the link, or else the one of its name, as
/// programs do that look for a file anywhere.
package struct AttachmentLookup {
    private let folder: String
    private var placed: [String: Attachment] = [:]
    private var own: [String: Attachment] = [:]
    private let places: VaultFiles

    /// - Parameter folder: The folder of the note, from which its links are read.
    package init(_ attachments: [Attachment], from folder: String) {
        self.folder = folder
        for attachment in attachments {
            if let place = attachment.place { placed[place] = attachment } else { own[attachment.name] = attachment }
        }
        places = VaultFiles(Array(placed.keys))
    }

    /// The attachment without a place of its own that a reference names; `nil` for none.
    func own(named file: Reference) -> Attachment? {
        own.isEmpty ? nil : file.meanings.lazy.compactMap { own[$0] }.first
    }

    /// The attachment that a reference names; `nil` for none.
    package func attachment(named file: Reference) -> Attachment? {
        guard !placed.isEmpty else { return own(named: file) }
        if let found = file.places(from: folder).lazy.compactMap({ placed[$0] }).first ?? own(named: file) {
            return found
        }
        // A path that begins with `/` may be read from a folder within.
        return file.meanings.lazy.compactMap { places.path(of: String($0.trimmingPrefix("/"))) }.first
            .flatMap { placed[$0] }
    }
}

/// A new attachment, with its bytes.
package struct AttachmentDraft: Hashable, Sendable {
    /// Its name; empty if it is sealed.
    package var name: String
    /// Its media type; empty if it is sealed.
    package var type: String
    /// The bytes to keep.
    package var bytes: [UInt8]
    /// Their digest.
    package var digest: Digest
    /// Name and type, sealed, for a protected note; `nil` for any other.
    package var sealed: [UInt8]?
    /// The place of its file; see `Attachment.place`.
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

/// A file of a folder of notes, which a note’s text names.
package struct LinkedFile: Hashable, Sendable {
    /// Its path below the folder.
    package let path: String
    /// Its size in bytes.
    package let size: Int
    /// The number of the note’s attachment whose file it is; `nil` if it belongs to no note alone.
    package let attachment: Int?

    package init(path: String, size: Int, attachment: Int?) {
        self.path = path
        self.size = size
        self.attachment = attachment
    }
}
