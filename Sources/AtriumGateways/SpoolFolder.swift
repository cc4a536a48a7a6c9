// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumSession
public import Foundation

/// A folder in which a file is a message, and programs hand them on by moving them.
public struct SpoolFolder: Sendable {
    /// More than the longest message in any coding.
    private static let limit = 256 << 10

    /// Its path.
    public let path: String

    /// The folder of this path.
    public init(path: String) { self.path = path }

    /// The folder of a name in this one.
    public func folder(_ name: String) -> SpoolFolder { SpoolFolder(path: path + "/" + name) }

    /// Whether it is there.
    public var isThere: Bool { FileStatus(path, followingLinks: true)?.kind == .folder }

    /// The folders of the system, in which no program keeps messages.
    private static let system = [
        "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/sbin", "/sys", "/usr",
    ]

    /// Whether messages can be put into it: it is no folder of the system, and this user may write in it, or it may still
    /// be made by the program that empties it.
    public var canHoldMessages: Bool {
        guard let place = FilePlace.resolved(path), place != "/",
            !Self.system.contains(where: { place == $0 || place.hasPrefix($0 + "/") })
        else { return false }
        var there = place
        while FileStatus(there) == nil, there != "/" { there = Folder.split(there).folder }
        guard there != place else { return Folder.isWritable(place) }
        return FileStatus(there)?.kind == .folder && FilePlace.isExecutable(there)
    }

    /// Whether a file of this name is there.
    public func has(_ name: String) -> Bool { FileStatus(path + "/" + name)?.kind == .regular }

    /// The names of the regular files in it, in order; those that begin with a point are not finished.
    public func names() throws(GatewayFault) -> [String] {
        do throws(FileFault) {
            return try Folder.names(in: path).filter { !$0.hasPrefix(".") && has($0) }.sorted()
        } catch {
            throw GatewayFault(error)
        }
    }

    /// The bytes of a file; `nil` if it is gone, or is no message.
    public func bytes(of name: String) -> [UInt8]? {
        try? FileReader(path + "/" + name, followingLinks: false).bytes(limit: Self.limit)
    }

    /// The time when a file was last written; `nil` if it is gone.
    public func date(of name: String) -> Date? {
        FileStatus(path + "/" + name).map { Date(timeIntervalSince1970: Double($0.written) / 1_000_000_000) }
    }

    /// Writes a file, which is there as a whole or not at all; others of its group may read it, such as the program that
    /// takes it from here.
    public func write(_ bytes: [UInt8], to name: String) throws(GatewayFault) {
        do throws(FileFault) {
            let draft = try DraftFile(for: path + "/" + name, mode: 0o640)
            try draft.write(bytes)
            try draft.finish()
        } catch {
            throw GatewayFault(error)
        }
    }

    /// Tries whether a file can be written.
    public func test() throws(GatewayFault) {
        // A draft that is given up leaves nothing.
        do throws(FileFault) { try DraftFile(for: path + "/test").write([0]) } catch { throw GatewayFault(error) }
    }
}

/// Messages as files in a folder that another program empties, in the form of SMS Server Tools 3: lines `Name: value`, an
/// empty one, and the text in UTF-8.
///
/// The program moves a file to `sent`, to `failed`, or removes it; what it has in `incoming` came in. The file’s name has
/// the key, so that a message that is there, or was moved, is not written again.
public struct OutboxFolder: MessageGateway, Sendable {
    private let folder: SpoolFolder
    private let timeZone: Zone

    private static let (sent, failed, incoming) = ("sent", "failed", "incoming")

    /// The folder of this path; `timeZone` is that of the times in files.
    public init(path: String, timeZone: Zone) {
        folder = SpoolFolder(path: path)
        self.timeZone = timeZone
    }

    private func name(of message: OutgoingMessage) -> String { "atrium-\(message.orderInNames)-\(message.key)" }

    /// Writes a message into the outbox.
    public func submit(_ message: OutgoingMessage) throws(GatewayFault) -> SubmissionReceipt {
        let text = "To: \(message.number)\nAlphabet: UTF-8\nX-Atrium-Key: \(message.key)\n\n\(message.text)"
        try folder.write(Array(text.utf8), to: name(of: message))
        return SubmissionReceipt(reference: name(of: message))
    }

    /// Finds out whether a message is in one of the folders.
    public func recover(_ message: OutgoingMessage) throws(GatewayFault) -> Recovery {
        let name = name(of: message)
        guard folder.isThere else { throw .unreachable(reason: .said(folder.path)) }
        let places = [folder, folder.folder(Self.sent), folder.folder(Self.failed)]
        if places.contains(where: { $0.has(name) }) { return .taken(SubmissionReceipt(reference: name)) }
        // Where files are moved, one that is nowhere was never there.
        return folder.folder(Self.sent).isThere ? .notTaken : .unknown
    }

    /// The reports of the folders that messages have got to.
    public func reports(on messages: [TakenMessage]) -> [DeliveryReport] {
        messages.compactMap { message in
            if folder.folder(Self.sent).has(message.reference) {
                return DeliveryReport(reference: message.reference, outcome: .sent)
            }
            let failed = folder.folder(Self.failed)
            guard failed.has(message.reference) else { return nil }
            let reason = failed.bytes(of: message.reference).flatMap { SpoolText($0).fields["fail_reason"] }
            return DeliveryReport(reference: message.reference, outcome: .failed(reason: reason ?? Self.failed))
        }
    }

    /// The files in the inbox.
    public func arrivals() throws(GatewayFault) -> [String] {
        let incoming = folder.folder(Self.incoming)
        return incoming.isThere ? try incoming.names() : []
    }

    /// The received message of a file.
    public func message(arrived key: String) -> ReceivedMessage? {
        let incoming = folder.folder(Self.incoming)
        guard let bytes = incoming.bytes(of: key) else { return nil }
        let file = SpoolText(bytes)
        guard let number = file.fields["from"], let text = file.text, let written = incoming.date(of: key) else {
            return nil
        }
        let date = file.fields["received"].flatMap(time) ?? Timestamp(seconds: Int64(written.timeIntervalSince1970))
        // The type of an international number (3GPP TS 23.040, 9.1.2.5), which is written without its sign.
        let isInternational = file.fields["from_toa"]?.hasPrefix("91") ?? false
        return ReceivedMessage(
            key: key, sender: isInternational && !number.hasPrefix("+") ? "+" + number : number, text: text, date: date,
            sent: file.fields["sent"].flatMap(time),
            centre: file.fields["from_smsc"], sim: file.fields["modem"])
    }

    /// `26-01-31 14:02:09`, or with the whole year.
    private func time(_ text: String) -> Timestamp? {
        let isShort = text.split(separator: "-").first?.count == 2
        return CivilTime(isShort ? "20" + text : text)?.timestamp(in: timeZone)
    }

    /// Tests whether the folders can be used.
    public func test() throws(GatewayFault) { try folder.test() }
}

/// A file of SMS Server Tools 3: fields, an empty line, and a text.
struct SpoolText {
    /// The fields, by their names in lower case.
    private(set) var fields: [String: String] = [:]
    /// The text; `nil` if it is in no coding of texts.
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
            // Text that older versions write in the coding of the place is Latin if it is not UTF-8.
            text = String(validating: rest, as: UTF8.self) ?? UTF16Text.latin(rest)
        }
    }
}

/// Texts in UTF-16, as programs for short messages write them into files.
public enum UTF16Text {
    /// The text with the mark that says which byte comes first.
    package static func encode(_ text: String) -> [UInt8] {
        [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// The text of a whole file: in UTF-16 if it has the mark, else in UTF-8 or Latin-1.
    public static func decode(_ bytes: [UInt8]) -> String {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): decode(bytes.dropFirst(2), isBigEndian: true)
        case (0xFF, 0xFE): decode(bytes.dropFirst(2), isBigEndian: false)
        default: String(validating: bytes, as: UTF8.self) ?? latin(bytes[...])
        }
    }

    package static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// A text in ISO 8859-1.
    package static func latin(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
