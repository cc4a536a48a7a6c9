// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a multimedia message that is not text: what it is, without its data.
package struct Attachment: Hashable, Sendable {
    /// The name of the part’s file; nil when it has none.
    package let name: String?
    /// The media type, such as `image/jpeg`.
    package let contentType: String
    /// The size of the data in bytes.
    package let size: Int
    /// A number for the data, equal for equal ones, by which two pictures of one size differ; nil where it is not known.
    package let digest: UInt64?

    /// An attachment of these facts.
    package init(name: String?, contentType: String, size: Int, digest: UInt64? = nil) {
        self.name = name
        self.contentType = contentType
        self.size = size
        self.digest = digest
    }

    /// The same without what tells its data from others of their size.
    var undigested: Attachment { Attachment(name: name, contentType: contentType, size: size) }
}
