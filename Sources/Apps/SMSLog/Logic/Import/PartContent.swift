// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import XMLReader

/// What a part of a multimedia message holds.
struct PartContent {
    /// The media type in lower case, without parameters.
    let mediaType: String
    /// The text, where the part has one.
    let text: String?
    /// The size in bytes; 0 for a part that came without its data.
    let size: Int
    /// A number for the bytes; nil for a part that came without its data.
    let digest: UInt64?
    /// Whether it should be a text and cannot be read.
    let isUnreadable: Bool
    /// How many bytes its data have, whatever its text.
    let dataSize: Int

    init(_ element: borrowing XMLElement) {
        let type = BackupElement.value("ct", of: element) ?? ""
        mediaType = Self.mediaType(type)
        let data = element.withUTF8(of: "data") { (bytes: Span<UInt8>) in
            bytes.withUnsafeBytes { DataDigest(base64: $0) }
        }
        dataSize = data?.size ?? 0
        let written = BackupElement.value("text", of: element)
        if let written {
            text = written
        } else if mediaType.hasPrefix("text/"), dataSize > 0 {
            text = Self.text(of: element, charset: Self.charset(type) ?? element.integer("chset").flatMap(Self.charset))
        } else {
            text = nil
        }
        isUnreadable = text == nil && dataSize > 0 && mediaType.hasPrefix("text/")
        if dataSize == 0, let written {
            let whole = DataDigest(text: written)
            size = whole.size
            digest = whole.digest
        } else {
            size = dataSize
            digest = data?.digest
        }
    }

    /// The type and subtype, as they are compared: without regard to case (RFC 2045, section 5.1).
    static func mediaType(_ type: String) -> String {
        type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    private static func charset(_ type: String) -> String.Encoding? {
        for parameter in type.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"'")).lowercased()
            }
            guard parts.count == 2, parts[0] == "charset" else { continue }
            return switch parts[1] {
            case "iso-8859-1", "latin1", "us-ascii": .isoLatin1
            case "windows-1252", "cp1252": .windowsCP1252
            case "utf-16", "ucs-2": .utf16
            case "utf-16be": .utf16BigEndian
            case "utf-16le": .utf16LittleEndian
            default: .utf8
            }
        }
        return nil
    }

    /// By the numbers that IANA gives character sets (MIBenum).
    private static func charset(_ number: Int) -> String.Encoding? {
        switch number {
        case 3, 4: .isoLatin1
        case 106: .utf8
        case 1000, 1015: .utf16
        case 1013: .utf16BigEndian
        case 1014: .utf16LittleEndian
        case 2252: .windowsCP1252
        default: nil
        }
    }

    /// The text that the part’s base64 stands for; nil if it stands for none.
    private static func text(of element: borrowing XMLElement, charset: String.Encoding?) -> String? {
        guard let base64 = element["data"], let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters),
            !data.isEmpty
        else { return nil }
        // Most say what they are not: UTF-8 is told by its bytes.
        let text = String(data: data, encoding: .utf8) ?? charset.flatMap { String(data: data, encoding: $0) }
        guard let charset, charset != .utf8, charset != .isoLatin1, charset != .windowsCP1252 else {
            return text ?? String(data: data, encoding: .windowsCP1252)
        }
        return String(data: data, encoding: charset) ?? text
    }
}
