// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain

extension MessagePart {
    /// How a file of the part is called at the end, without the point, by the media type.
    var ending: String { MediaType.ending(of: mediaType) ?? "bin" }

    /// The media type of a file that came with a message, by its name.
    static func type(ofFile name: String?) -> String {
        // A part of plain text is what the message itself says.
        guard let type = name.flatMap(MediaType.of), type != "text/plain" else { return MediaType.unknown }
        return type
    }
}
