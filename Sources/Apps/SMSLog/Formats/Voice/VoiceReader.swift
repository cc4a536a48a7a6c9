// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// Google Voice.
enum Voice: MessageFormat {
    static let id = "google-voice"

    static func claims(_ file: SniffedFile) -> Bool {
        file.text.hasPrefix("<") && VoicePage.begins(file.longHead)
    }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        try context.whole(path, limit: VoiceReader.limit) { file in
            try VoiceReader(path: path, rows: file.rows, timeZone: context.zone).read(file)
        }
    }

    /// Beside a page its other files are those of its messages.
    static func mayBe(named name: String) -> Bool? {
        let end = FileEnding.of(name)
        return VoiceReader.isNamed(name) && ["html", "vcf"].contains(end) ? end == "html" : nil
    }
}

/// A page of Google Voice, with the files of its messages beside it.
struct VoiceReader {
    /// The most bytes of a page of messages.
    static let limit = 256 << 20
    /// The name of the service in the details of a message.
    private static let service = "Google Voice"
    /// The texts of messages that have a file and no text.
    private static let placeholders: Set = ["MMS Sent", "MMS Received"]
    /// The most pages that are searched for the number of a person who never wrote.
    private static let mostBeside = 20

    let path: String
    let rows: ImportedRows
    let timeZone: Zone

    /// Whether a file has a name as Takeout gives its pages and their files, `NAME - Text - 2021-01-22T01_33_43Z.html`.
    static func isNamed(_ name: String) -> Bool {
        // A folder may have tens of thousands of names: a pattern, `0` for each digit and `_` for a sign of a time.
        let pattern = Array("0000-00-00T00_00_00Z".utf8)
        let bytes = Array(name.utf8)
        return bytes.count >= pattern.count
            && (0...(bytes.count - pattern.count)).contains { start in
                zip(pattern, bytes[start...]).allSatisfy { sign, byte in
                    switch sign {
                    case UInt8(ascii: "0"): byte &- 0x30 < 10
                    case UInt8(ascii: "_"): "_:.-".utf8.contains(byte)
                    default: byte == sign
                    }
                }
            }
    }

    /// Reads a page.
    ///
    /// - Throws: `ImportFault`; the complete part of a truncated page is read before.
    func read(_ file: WholeFile) throws {
        // A page that was cut has no end.
        let isCut = !String(decoding: file.bytes.suffix(64), as: UTF8.self).contains("</html>")
        let page = VoicePage(file.bytes, in: timeZone)
        guard !page.entries.isEmpty || isCut else { throw ImportFault.notBackup(root: "html") }
        rows.know(own: Set(page.entries.map(\.person).filter(\.isUser).map { Address($0.number) }.filter(\.isDialable)))
        // The last entry of a cut page may be half of one.
        for entry in page.entries.dropLast(isCut ? 1 : 0) { add(entry, page) }
        for person in Set(page.members + page.entries.map(\.person)) where page.members.count > 1 && !person.isUser {
            let name = Self.name(of: person)
            if let name, !Address(person.number).isEmpty {
                rows.append(Contact(address: Address(person.number), name: name, kind: .local))
            }
        }
        file.line = file.lineCount
        if isCut { throw ImportFault.truncated(line: file.line) }
    }

    private static func name(of person: VoicePage.Person) -> String? {
        person.name.words.flatMap { Address($0) == Address(person.number) ? nil : $0 }
    }

    private func add(_ entry: VoicePage.Entry, _ page: VoicePage) {
        let partner = page.isCall ? entry.person : partner(of: page)
        let written =
            page.members.count > 1
            ? page.members.map(\.number).joined(separator: "~")
            : partner.number.isEmpty ? Self.name(of: partner) ?? "" : partner.number
        let address = Address(written)
        let date = RowDate(entry.date.flatMap(MessageTime.possible), before: rows.lastDate)
        if let reason = date.remark { rows.report.remark(RowRemark(line: 1, reason: reason)) }
        let isOwn = page.isCall ? page.labels.contains("placed") : entry.person.isUser
        var draft = MessageDraft(
            address: address.isEmpty ? .unknown : address, rawAddress: written, content: "", date: date.timestamp,
            direction: isOwn ? .outgoing : .incoming, status: isOwn ? .sent : .received,
            isRead: !page.labels.contains("unread"), kind: address.isGroup ? .mms : .sms,
            importedName: address.isGroup ? nil : Self.name(of: partner))
        draft.details.sim = Self.service
        draft.details.isUndated = date.isUndated
        if address.isGroup {
            if !isOwn { draft.sender = Address(entry.person.number) }
            draft.participants =
                (isOwn ? [] : [Participant(.from, entry.person.number)])
                + page.members.filter { $0.number != entry.person.number }.map { Participant(.to, $0.number) }
        }
        let text = entry.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if page.isCall {
            rows.append(call(page, like: draft), line: 1)
            guard !text.isEmpty || !entry.files.isEmpty else { return }
            draft.subject = page.labels.contains("voicemail") ? "Voicemail" : "Recorded call"
        }
        draft.content = !entry.files.isEmpty && Self.placeholders.contains(text) ? "" : text
        addParts(entry.files, to: &draft)
        rows.append(draft, line: 1)
    }

    private func call(_ page: VoicePage, like draft: MessageDraft) -> MessageDraft {
        let outcome: Call.Outcome =
            page.labels.contains("placed")
            ? .made
            : page.labels.contains("missed")
                ? .missed : page.labels.contains("voicemail") ? .voicemail : .answered
        var call = CallRow.draft(
            Call(outcome, seconds: page.seconds), number: draft.address == .unknown ? nil : draft.rawAddress,
            date: draft.date, isRead: draft.isRead)
        if let length = page.badLength {
            rows.report.remark(RowRemark(line: 1, reason: .badValue("duration", length)))
        }
        call.importedName = draft.importedName
        call.details = draft.details
        return call
    }

    private func addParts(_ names: [String], to draft: inout MessageDraft) {
        for written in names {
            let name = file(called: written)
            let bytes = name.flatMap { FilesBeside.bytes(at: folder + $0) } ?? []
            draft.attach(bytes, named: name ?? written, type: MessagePart.type(ofFile: name))
            if bytes.isEmpty { rows.report.remark(RowRemark(line: 1, reason: .absentFile(written))) }
        }
        draft.endParts()
    }

    private var folder: String { Folder.split(path).folder + "/" }

    /// The file beside that a page means, which mostly leaves out the end of its name.
    private func file(called name: String) -> String? {
        // No file’s name has a colon there.
        let name = name.replacing(":", with: "_")
        guard !name.contains("/"), !name.contains("\0"), name != ".." else { return nil }
        if FileStatus(folder + name)?.kind == .regular { return name }
        let found = (try? Folder.names(in: folder, startingWith: name + ".")) ?? []
        return found.sorted().first { !$0.hasSuffix(".html") }
    }

    /// The other end of the page: the sender, or else the one in the file’s name.
    private func partner(of page: VoicePage) -> VoicePage.Person {
        if let other = page.entries.map(\.person).first(where: { !$0.isUser }) { return other }
        if let member = page.members.first { return member }
        let name = Folder.split(path).name
        guard let start = name.range(of: " - ")?.lowerBound else { return VoicePage.Person() }
        let said = String(name[..<start])
        if Address(said).isDialable { return VoicePage.Person(number: said) }
        guard !said.isEmpty else { return VoicePage.Person() }
        let beside = (try? Folder.names(in: folder, startingWith: said + " - ")) ?? []
        for other in beside.sorted().filter({ $0.hasSuffix(".html") && $0 != name }).prefix(Self.mostBeside) {
            guard let bytes = try? FileReader(folder + other, followingLinks: false).bytes(limit: Self.limit) else {
                continue
            }
            let people = VoicePage(bytes, in: timeZone).entries.map(\.person)
            if let found = people.first(where: { !$0.isUser && !$0.number.isEmpty }) { return found }
        }
        return VoicePage.Person(name: said)
    }
}
