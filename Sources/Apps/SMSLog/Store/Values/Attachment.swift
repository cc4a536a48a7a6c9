/// A part of a multimedia message that is not text: what it is, without its data.
package struct Attachment: Hashable, Sendable {
    /// The name of the part’s file; nil when it has none.
    package let name: String?
    /// The media type, such as `image/jpeg`.
    package let contentType: String
    /// The size of the data in bytes.
    package let size: Int

    /// An attachment of these facts.
    package init(name: String?, contentType: String, size: Int) {
        self.name = name
        self.contentType = contentType
        self.size = size
    }
}
