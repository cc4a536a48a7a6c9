// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain
import Session
import Stores

/// A file that messages are written to one by one, in some format.
protocol ExportedFile {
    /// Adds a message.
    ///
    /// - Throws: `FileFault`, and what lending the bytes of its parts throws.
    mutating func write(_ message: WholeMessage) async throws

    /// Adds somebody of whom no message was added.
    ///
    /// - Throws: `FileFault`.
    mutating func write(_ contact: Contact) throws

    /// Says that these numbers are one person’s, before any message.
    ///
    /// - Throws: `FileFault`.
    mutating func write(person numbers: [Address]) throws

    /// Ends the file, which has its name from then on.
    ///
    /// - Throws: `FileFault`.
    mutating func finish() async throws
}

extension ExportedFile {
    /// Most formats have messages alone.
    func write(_ contact: Contact) {}
    func write(person numbers: [Address]) {}
}

/// Lends the bytes of a part; nil where they never came.
typealias PartBytes = (Digest) async throws -> [UInt8]?

/// A folder that an export writes, with a mark in it until it is whole.
struct ExportFolder {
    /// The name of the mark.
    static let unfinished = "UNFINISHED-EXPORT"

    /// Whether files in it may be replaced.
    let replaces: Bool
    private let path: String
    private let mark: FolderMark

    /// Makes the folder and its mark.
    ///
    /// - Parameters:
    ///   - replaces: Whether it may have something in it. What an export has left that came to no end may be in it in any
    ///     case.
    ///   - isNew: Whether not even that may be in it.
    /// - Throws: `ExportFault`, `FileFault`.
    init(_ path: String, replaces: Bool, isNew: Bool = false) throws {
        self.path = path
        try Folder.make(path, followingForeignLinks: false)
        let names = try Folder.names(in: path)
        let isUnfinished = !isNew && names.contains(Self.unfinished)
        guard replaces || isUnfinished || names.isEmpty else {
            throw isNew ? ExportFault.notNew(path: path) : .notEmpty(path: path)
        }
        self.replaces = replaces || isUnfinished
        DraftFile.removeStale(in: path)
        mark = try FolderMark(path, named: Self.unfinished)
    }

    /// Whether an earlier export to it did not come to its end.
    var followsUnfinished: Bool { mark.wasThere }

    /// Takes the mark away, once everything is on the disk.
    func finish() throws(FileFault) {
        try Folder.sync(path)
        try Folder.confirming(path) { () throws(FileFault) in try mark.remove() }
    }
}

/// A table of messages (RFC 4180): a header, then a line each.
///
/// Every field says what the message does. Numbers begin with `+`, which programs that calculate may take for a formula:
/// whatever would keep them from that changes the field, so it is for the program to read the columns as text.
struct TableFile: ExportedFile {
    private static let columns = [
        "id", "date", "kind", "direction", "status", "read", "address", "name", "sender", "subject", "text",
        "attachments", "types", "sha256", "participants", "sent", "delivered", "sim", "centre", "locked", "call",
        "seconds", "failure", "written", "network", "undated",
    ]

    private let draft: DraftWriter

    /// Begins a table.
    ///
    /// - Throws: `FileFault`.
    init(_ draft: DraftWriter, hasByteOrderMark: Bool) throws {
        self.draft = draft
        try draft.write((hasByteOrderMark ? "\u{FEFF}" : "") + TableLine.text(Self.columns))
    }

    func write(_ row: WholeMessage) throws {
        let (message, details) = (row.message, row.details)
        let attachments = message.attachments
        try draft.write(
            TableLine.text([
                String(message.id), message.date.iso, "\(message.kind)", "\(message.direction)", "\(message.status)",
                message.isRead ? "1" : "0", message.address.text, message.contact?.name ?? row.background.importedName,
                message.sender?.text, message.subject, message.content,
                TableLine.list(attachments.map { $0.name ?? "" }), TableLine.list(attachments.map(\.contentType)),
                TableLine.list(attachments.map { $0.digest?.description ?? "" }),
                TableLine.list(row.participants.map { "\($0.role) \($0.rawAddress)" }), details.sent?.iso,
                details.delivered?.iso, details.sim, details.centre, details.isLocked ? "1" : "0",
                message.call.map { "\($0.outcome)" }, message.call.map { String($0.seconds) }, message.failure,
                row.background.rawAddress, details.networkID,
                details.isUndated ? "1" : nil,
            ]))
    }

    func finish() throws { try draft.finish() }
}

extension Timestamp {
    /// As ISO 8601 writes it; beyond its years, in milliseconds.
    var iso: String { ISOTime.text(self) ?? String(milliseconds) }
}

/// A line of a table (RFC 4180).
enum TableLine {
    /// The line of these fields; nil is an empty one.
    static func text(_ fields: [String?]) -> String {
        fields.map { $0.map(quoted) ?? "" }.joined(separator: ",") + "\r\n"
    }

    /// Several values in one field, a line each.
    static func list(_ values: [String]) -> String { values.joined(separator: "\n") }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return field }
        // By scalars: a mark behind a quotation mark is one character with it.
        var quoted = "\""
        for scalar in field.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
