// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import SMSLogLogic

/// A network’s push to a phone in short messages: an address to open, or a multimedia message that waits.
///
/// Source: WAP-230 (WSP), WAP-167 (Service Indication), WAP-168 (Service Loading), OMA-MMS-ENC.
struct WAPPush {
    private(set) var contentType = MediaType.unknown
    /// The text, as far as it can be read.
    private(set) var text: String?

    /// The types that have a number of their own, of those that are pushed.
    private static let types: [UInt8: String] = [
        0x2E: "application/vnd.wap.sic", 0x30: "application/vnd.wap.slc", 0x32: "application/vnd.wap.coc",
        0x36: "application/vnd.wap.connectivity-wbxml", 0x3E: "application/vnd.wap.mms-message",
    ]

    /// - Returns: `nil` if the bytes are no push.
    init?(_ bytes: [UInt8]) {
        // A number for the transaction, the kind of PDU, and the length of its headers.
        guard bytes.count > 4, bytes[1] == 0x06 || bytes[1] == 0x07, bytes[2] & 0x80 == 0 else { return nil }
        let end = 3 + Int(bytes[2])
        guard end <= bytes.count, end > 3 else { return nil }
        let headers = ByteCursor(bytes[3..<end])
        var type = headers.peek
        if let first = type, first < 0x20 {
            // A length, with parameters behind the type.
            headers.skip(1)
            type = headers.peek
        }
        if let first = type, first & 0x80 != 0 {
            contentType = Self.types[first & 0x7F] ?? contentType
        } else if let name = headers.text(), !name.isEmpty {
            contentType = name
        }
        let body = ByteCursor(bytes[end...])
        switch contentType {
        case "application/vnd.wap.sic": text = Self.indication(body)
        case "application/vnd.wap.slc": text = Self.loading(body)
        case "application/vnd.wap.mms-message": text = Self.notification(body)
        default: break
        }
    }

    /// The text, and the address; an empty text if there is neither.
    private static func indication(_ body: ByteCursor) -> String? {
        guard skipHead(body) else { return nil }
        var address = ""
        var said = ""
        while let token = body.next() {
            switch token {
            case 0x0B...0x0F:
                address = ["", "http://", "http://www.", "https://", "https://www."][Int(token) - 0x0B] + value(body)
            case 0x03: said += body.text() ?? ""
            // Times, as a number of bytes.
            case 0xC3: body.skip(Int(body.next() ?? 0))
            default: break
            }
        }
        return [said, address].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func loading(_ body: ByteCursor) -> String? {
        guard skipHead(body) else { return nil }
        while let token = body.next() {
            guard (0x08...0x0C).contains(token) else { continue }
            return ["", "http://", "http://www.", "https://", "https://www."][Int(token) - 0x08] + value(body)
        }
        return nil
    }

    /// Version, document type, character set and table of texts.
    private static func skipHead(_ body: ByteCursor) -> Bool {
        guard body.next() != nil, body.next() != nil, body.next() != nil, let length = body.next() else { return false }
        body.skip(Int(length))
        return true
    }

    /// The rest of an address, in pieces of text and tokens for ends that are common.
    private static func value(_ body: ByteCursor) -> String {
        var value = ""
        while let token = body.peek {
            switch token {
            case 0x03:
                body.skip(1)
                value += body.text() ?? ""
            case 0x85...0x88:
                body.skip(1)
                value += [".com/", ".edu/", ".net/", ".org/"][Int(token) - 0x85]
            default: return value
            }
        }
        return value
    }

    /// The notice of a multimedia message that waits: its sender, subject and place.
    private static func notification(_ body: ByteCursor) -> String? {
        var facts: [String: String] = [:]
        while let field = body.next() {
            switch field {
            case 0x89: facts["from"] = sender(body)
            case 0x96: facts["subject"] = body.encodedText()
            case 0x83: facts["address"] = body.text()
            default: body.skipValue()
            }
        }
        return waiting(from: facts["from"], subject: facts["subject"], at: facts["address"])
    }

    /// The text for a multimedia message that was not fetched.
    static func waiting(from sender: String? = nil, subject: String? = nil, at address: String? = nil) -> String {
        let from = sender.map { " from \($0)" } ?? ""
        let lines = ["(multimedia message\(from) that waits)", subject, address]
        return lines.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// An address without the kind that stands behind it.
    private static func sender(_ body: ByteCursor) -> String? {
        guard let length = body.length(), let within = body.piece(length), within.next() == 0x80 else { return nil }
        return within.encodedText().map { String($0.prefix { $0 != "/" }) }
    }
}

/// Reads bytes one after the other.
private final class ByteCursor {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    func next() -> UInt8? {
        defer { skip(1) }
        return peek
    }

    func skip(_ count: Int) { index = min(index + count, bytes.endIndex) }

    /// A text that a zero ends, without the sign before one that begins with a byte above 127.
    func text() -> String? {
        guard index < bytes.endIndex else { return nil }
        let end = bytes[index...].firstIndex(of: 0) ?? bytes.endIndex
        var text = bytes[index..<end]
        if text.first == 0x7F || text.first == 0x22 { text.removeFirst() }
        index = min(end + 1, bytes.endIndex)
        return String(validating: text, as: UTF8.self) ?? TableText.old(Array(text))
    }

    /// A length as WSP writes it; `nil` if there is none.
    func length() -> Int? {
        guard let first = peek, first <= 31 else { return nil }
        skip(1)
        return first < 31 ? Int(first) : variable()
    }

    private func variable() -> Int {
        var number = 0
        while let byte = next() {
            number = min(number << 7 | Int(byte & 0x7F), 1 << 24)
            if byte & 0x80 == 0 { break }
        }
        return number
    }

    /// The next `length` bytes.
    func piece(_ length: Int) -> ByteCursor? {
        guard index + length <= bytes.endIndex else { return nil }
        defer { skip(length) }
        return ByteCursor(bytes[index..<index + length])
    }

    /// A text, perhaps with its length and its character set in front.
    func encodedText() -> String? {
        guard let length = length() else { return text() }
        guard let within = piece(length) else { return nil }
        // The character set: a number of its own, or a number of bytes of one. UTF-8 is recognized by its bytes.
        if let first = within.peek {
            if first & 0x80 != 0 { within.skip(1) } else if first < 31 { within.skip(1 + Int(first)) }
        }
        return within.text()
    }

    /// Skips the value of a field.
    func skipValue() {
        guard let first = peek else { return }
        if let length = length() { skip(length) } else if first & 0x80 != 0 { skip(1) } else { _ = text() }
    }
}
