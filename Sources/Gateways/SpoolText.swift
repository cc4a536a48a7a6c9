// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of SMS Server Tools 3: fields, an empty line, and a text.
struct SpoolText {
    /// The fields, by their names in lower case.
    private(set) var fields: [String: String] = [:]
    /// The text; nil where it is in no coding that a text has.
    let text: String?

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            var line = rest[..<end]
            rest = rest[(end + 1)...]
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
            fields[name] = String(decoding: value, as: UTF8.self)
        }
        switch fields["alphabet"]?.uppercased() {
        case "UCS2", "UNICODE": text = UTF16Text.decode(rest, isBigEndian: true)
        case "BINARY": text = nil
        default:
            // What older versions write in the coding of the place is Latin where it is not UTF-8.
            text = String(validating: rest, as: UTF8.self) ?? UTF16Text.latin(rest)
        }
    }
}
