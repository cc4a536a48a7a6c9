// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSecrets
import AtriumStores
import AtriumXMLReader
import Foundation
import SMSLogLogic

/// The content of a part of a multimedia message.
struct PartContent {
    /// The part to store.
    let part: MessagePart
    /// Its bytes, if it is more than a text and came with them.
    let data: [UInt8]?
    /// Its text in the message; `nil` for a part without any.
    let text: String?
    /// Whether it should be a text and cannot be read.
    let isUnreadable: Bool
    /// Whether some of its bytes are lost.
    let isDamaged: Bool

    /// A part of this type and name.
    ///
    /// - Parameters:
    ///   - written: The text that stands beside the data.
    ///   - charset: The number that IANA gives the data’s character set (MIBenum).
    ///   - isDamaged: Whether some of the bytes are lost.
    init(type: String, name: String?, written: String?, charset: Int?, bytes: [UInt8], isDamaged: Bool = false) {
        let mediaType = MessagePart(name: nil, contentType: type).mediaType
        let isOfText = mediaType.hasPrefix("text/")
        var said = written
        if said == nil, isOfText, !bytes.isEmpty, !isDamaged {
            said = Self.text(of: bytes, charset: Self.charset(type) ?? charset.flatMap(Self.charset))
        }
        isUnreadable = said == nil && !bytes.isEmpty && isOfText
        self.isDamaged = isDamaged && !isUnreadable
        if ["text/plain", "application/smil"].contains(mediaType), let said {
            part = MessagePart(name: name, contentType: type, size: said.utf8.count, text: said)
            self.data = nil
            text = part.isLayout || said.isEmpty ? nil : said
            return
        }
        let whole = bytes.isEmpty ? written.map { Array($0.utf8) } ?? [] : bytes
        let isText = isOfText || bytes.isEmpty
        part = MessagePart(
            name: name, contentType: type, size: whole.count,
            digest: whole.isEmpty ? nil : Digest(bytes: SHA256.hash(whole)), text: isText ? said : nil)
        self.data = whole.isEmpty ? nil : whole
        text = isText ? said : nil
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

    /// The text that bytes stand for; `nil` if they stand for none.
    private static func text(of bytes: [UInt8], charset: String.Encoding?) -> String? {
        let data = Data(bytes)
        // Most name the wrong one: UTF-8 is recognized by its bytes.
        let text = String(data: data, encoding: .utf8) ?? charset.flatMap { String(data: data, encoding: $0) }
        guard let charset, charset != .utf8, charset != .isoLatin1, charset != .windowsCP1252 else {
            return text ?? String(data: data, encoding: .windowsCP1252)
        }
        return String(data: data, encoding: charset) ?? text
    }
}

extension PartContent {
    /// The part that an element of a backup holds.
    init(_ element: borrowing XMLElement) {
        let data = element.withUTF8(of: "data") { (digits: Span<UInt8>) in Base64Data(digits) }
        self.init(
            type: BackupElement.text("ct", "ct_base64", of: element) ?? MediaType.unknown,
            name: BackupElement.text("cl", "cl_base64", of: element) ?? BackupElement.value("fn", of: element)
                ?? BackupElement.value("name", of: element),
            written: BackupElement.text("text", "text_base64", of: element) ?? (element["text"] == "" ? "" : nil),
            charset: element.integer("chset"),
            bytes: data?.bytes ?? [], isDamaged: data?.isDamaged ?? false)
    }
}

/// The bytes of base64, as far as it goes: other characters are left out.
struct Base64Data {
    let bytes: [UInt8]
    /// Whether the digits break off in the middle of a byte, or something else stands among them.
    let isDamaged: Bool

    /// The bytes of digits; the word `null` stands for no data.
    init(_ digits: Span<UInt8>) {
        let isNull = digits.count == 4 && zip(digits.indices, "null".utf8).allSatisfy { digits[$0] == $1 }
        var reader = Base64Reader()
        if !isNull { reader.append(digits) }
        reader.finish()
        (bytes, isDamaged) = (reader.bytes, reader.isDamaged)
    }
}

extension Digest {
    /// The hash of the 64 digits that programs print; `nil` for any other text.
    init?(text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == 64, text.count == 64 else { return nil }
        self.init(bytes: stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
