// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain

/// The names under which the files of messages are written.
enum AttachmentName {
    /// File systems take 255 bytes; the number of a twin must fit too.
    private static let longest = 200

    /// A name as close to the part’s own as it may be: its last path component, without what nobody sees; without one, a
    /// name for its number and type.
    static func of(_ part: MessagePart, number: Int, message: Int) -> String {
        let last = (part.name ?? "").split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars {
            let isUnseen = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            scalars.append(isUnseen ? "-" : scalar)
        }
        // A leading point would hide the file, and two mean another folder.
        var plain = String(scalars).trimmingCharacters(in: .whitespaces)
        while plain.first == "." { plain.removeFirst() }
        while plain.utf8.count > longest { plain.removeFirst() }
        return plain.isEmpty ? "message-\(message)-\(number)\(ending(of: part.mediaType))" : plain
    }

    /// The name with a number; the first one is without.
    static func twin(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return "\(name)-\(number)" }
        return "\(name[..<point])-\(number)\(name[point...])"
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
            "." + type.split(separator: "/")[1].filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        default: ".bin"
        }
    }
}
