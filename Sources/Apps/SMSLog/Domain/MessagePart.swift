// SPDX-License-Identifier: GPL-3.0-or-later

package import Stores

/// A part of a multimedia message, without its bytes: those are asked for by their digest.
package struct MessagePart: Hashable, Sendable {
    /// The name of the part’s file; nil when it has none.
    package let name: String?
    /// The media type, such as `image/jpeg`, with its parameters.
    package let contentType: String
    /// The size of the data in bytes; 0 for a part that came without them.
    package let size: Int
    /// Names the data; nil where they did not come.
    package let digest: Digest?
    /// What a part says that is a text; nil for any other.
    package let text: String?

    /// A part of these facts.
    package init(name: String?, contentType: String, size: Int = 0, digest: Digest? = nil, text: String? = nil) {
        self.name = name
        self.contentType = contentType
        self.size = size
        self.digest = digest
        self.text = text
    }

    /// The type and subtype, as they are compared: without regard to case, without parameters (RFC 2045, section 5.1).
    package var mediaType: String {
        let type = contentType.prefix { $0 != ";" }
        return String(type.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }).lowercased()
    }

    /// Whether it is how the parts are laid out on a phone’s screen.
    package var isLayout: Bool { mediaType == "application/smil" }

    /// Whether it is shown as a file, and not as the message’s text alone.
    package var isAttachment: Bool {
        switch mediaType {
        case "application/smil": false
        case "text/plain": text == nil && size > 0
        default: true
        }
    }
}
