// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain

/// The names under which the files of messages are written.
enum AttachmentName {
    /// A name as close to the part’s own as it may be: its last path component, without what nobody sees; without one, a
    /// name for its number and type.
    static func of(_ part: MessagePart, number: Int, message: Int) -> String {
        var plain = PlainFileName(of: part.name ?? "").text
        while plain.utf8.count > PlainFileName.longest { plain.removeFirst() }
        return plain.isEmpty ? "message-\(message)-\(number)\(ending(of: part.mediaType))" : plain
    }

    /// The name with a number; the first one is without.
    static func twin(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = PlainFileName.parts(name)
        return "\(stem)-\(number)\(ending)"
    }

    /// What programs expect at the end of a name, by the media types that phones send.
    private static func ending(of type: String) -> String {
        switch type {
        case "image/jpeg", "image/jpg": ".jpg"
        case "image/svg+xml": ".svg"
        case "audio/mpeg": ".mp3"
        case "audio/amr": ".amr"
        case "audio/mp4": ".m4a"
        case "video/3gpp": ".3gp"
        case "video/quicktime": ".mov"
        case "text/plain": ".txt"
        case "text/vcard", "text/x-vcard": ".vcf"
        case "text/calendar", "text/x-vcalendar": ".ics"
        case let type where type.hasPrefix("image/") || type.hasPrefix("video/") || type == "text/html":
            ending(ofKind: type.drop { $0 != "/" }.dropFirst())
        default: ".bin"
        }
    }

    private static func ending(ofKind kind: Substring) -> String {
        let plain = kind.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return plain.isEmpty ? ".bin" : "." + plain
    }
}
