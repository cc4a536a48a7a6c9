// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain
import Secrets
import Session
import Stores

extension MessageObject {
    /// The message that the object stands for, and what could not be kept of it.
    ///
    /// - Parameters:
    ///   - before: The date of the message before it; nil for the first.
    ///   - files: The bytes of files beside, by their names.
    func draft(line: Int, after before: Timestamp? = nil, files: (String) -> [UInt8]? = { _ in nil }) throws(RefusedRow)
        -> (
            draft: MessageDraft, remarks: [RowRemark]
        )
    {
        func named<Value: CaseIterable>(_ name: String) throws(RefusedRow) -> Value {
            guard let value = Value.allCases.first(where: { "\($0)" == name }) else {
                throw RefusedRow(line: line, reason: .unknownType(name))
            }
            return value
        }
        let address = Address(address.storable)
        let sent = sent.flatMap(Self.moment)
        let date = RowDate(Self.moment(date), sent: sent, before: before)
        var draft = MessageDraft(
            address: address.isEmpty ? .unknown : address, rawAddress: (written ?? self.address).storable,
            content: text.storable, date: date.timestamp, direction: try named(direction),
            status: try named(status), isRead: read, kind: try named(kind), importedName: name?.storable,
            sender: sender.map { Address($0.storable) })
        draft.subject = subject?.storable
        if let call { draft.call = Call(try named(call.outcome), seconds: call.seconds) }
        for participant in participants ?? [] {
            draft.participants.append(Participant(try named(participant.role), participant.address.storable))
        }
        draft.details.sent = sent
        draft.details.delivered = delivered.flatMap(Self.moment)
        draft.details.sim = sim?.storable
        draft.details.centre = centre?.storable
        draft.details.networkID = networkID?.storable
        draft.details.isLocked = locked ?? false
        draft.details.isUndated = date.isUndated || undated ?? false
        draft.failure = failure?.storable
        var remarks = [date.remark].compactMap { $0 }.map { RowRemark(line: line, reason: $0) }
        for text in [self.sent, delivered].compactMap({ $0 }) where Self.moment(text) == nil {
            remarks.append(RowRemark(line: line, reason: .badDate(text)))
        }
        for part in parts ?? [] {
            let (kept, bytes, isDamaged) = part.part(files)
            draft.parts.append(kept)
            if let digest = kept.digest, let bytes { draft.data[digest] = bytes }
            if isDamaged { remarks.append(RowRemark(line: line, reason: .damagedPart(part.type))) }
        }
        return (draft, remarks)
    }

    /// A moment as the object says it; nil for none that can be.
    private static func moment(_ text: String) -> Timestamp? {
        ISOTime.timestamp(text, in: .gmt).flatMap(BackupElement.possible)
    }
}

extension PartObject {
    /// The part, its bytes, and whether these are others than the object says.
    fileprivate func part(_ files: (String) -> [UInt8]?) -> (MessagePart, bytes: [UInt8]?, isDamaged: Bool) {
        let bytes = data.map { [UInt8]($0) } ?? exhibit.flatMap(files)
        let digest = bytes.map { Digest(bytes: SHA256.hash($0)) }
        let part = MessagePart(
            name: name?.storable, contentType: type.storable, size: bytes?.count ?? max(0, size), digest: digest,
            text: text?.storable)
        // How parts are laid out is no exhibit.
        return (part, bytes, sha256 != digest?.description && !(part.isLayout && bytes == nil))
    }

    /// The file in a signed folder that has the bytes; nil where there are none.
    private var exhibit: String? {
        sha256.flatMap { Digest(text: $0) }.map {
            PageName.of(MessagePart(name: name, contentType: type), $0, in: LegalFolder.File.folder)
        }
    }
}

extension ContactObject {
    /// The contact that the object stands for.
    func contact(line: Int) throws(RefusedRow) -> Contact {
        let address = Address(address.storable)
        guard !address.isEmpty else { throw RefusedRow(line: line, reason: .missingAddress) }
        guard name.contains(where: { !$0.isWhitespace }) else { throw RefusedRow(line: line, reason: .missingName) }
        return Contact(
            address: address, name: name.storable, kind: kind == "\(ContactKind.corporate)" ? .corporate : .local,
            workNumber: work?.storable)
    }
}

extension String {
    /// The text without what no store and no list can do with.
    fileprivate var storable: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }
}
