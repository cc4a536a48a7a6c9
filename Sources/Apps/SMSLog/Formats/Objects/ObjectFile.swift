// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// Messages as objects of Atrium’s own JSON, an object a line: as an array, or as lines alone.
///
/// The first object describes the file, the next ones the numbers of each person, the last one the number of
/// messages. A contact stands before the first message with them.
struct ObjectFile: ExportedFile {
    private let draft: DraftWriter
    private let isArray: Bool
    private let bytes: PartBytes
    private let encoder = JSONEncoder()
    /// The addresses whose contact is written.
    private var named: Set<Address> = []
    private var count = 0

    /// Begins a file.
    ///
    /// - Parameter own: The user’s own numbers.
    /// - Throws: `FileFault`.
    init(
        _ draft: DraftWriter, isArray: Bool, own: Set<Address>, madeAt: Timestamp, bytes: @escaping PartBytes
    ) throws {
        self.draft = draft
        self.isArray = isArray
        self.bytes = bytes
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = ExportHead(
            atrium: ExportHead.name, version: ExportHead.current, made: madeAt.iso, own: own.map(\.text).sorted())
        try draft.write((isArray ? "[\n" : "") + text(head))
    }

    mutating func write(_ row: WholeMessage) async throws {
        count += 1
        if let contact = row.message.contact { try write(contact) }
        let object = try text(MessageObject(row))
        let parts = row.parts
        guard !parts.isEmpty else { return try draft.write(separator + object) }
        // In pieces: the bytes are not held in text as well.
        try draft.write(separator + object.dropLast() + ",\"parts\":[")
        for (index, part) in parts.enumerated() {
            let head = try text(PartObject(part))
            try draft.write(index == 0 ? "" : ",")
            if let digest = part.digest, let bytes = try await bytes(digest) {
                try draft.write(head.dropLast() + ",\"data\":\"")
                try draft.write(base64: bytes)
                try draft.write("\"}")
            } else {
                try draft.write(head)
            }
        }
        try draft.write("]}")
    }

    /// Adds a contact, once.
    mutating func write(_ contact: Contact) throws {
        guard named.insert(contact.address).inserted else { return }
        try draft.write(separator + text(ContactLine(contact: ContactObject(contact))))
    }

    func write(person numbers: [Address]) throws {
        try draft.write(separator + text(PersonLine(person: numbers.map(\.text))))
    }

    func finish() throws {
        try draft.write(separator + text(CountLine(count: count)) + (isArray ? "\n]\n" : "\n"))
        try draft.finish()
    }

    private var separator: String { isArray ? ",\n" : "\n" }

    private func text(_ object: some Encodable) throws -> String {
        String(decoding: try encoder.encode(object), as: UTF8.self)
    }
}
