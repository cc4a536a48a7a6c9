// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// A message in an archive, without the bytes of its parts.
private struct ArchivedMessage: ArchivedItem {
    var number: Int
    var message: MessageDraft
    /// The gateway’s name for it.
    var reference: String?
    var queued: QueueEntry?

    var digests: [Digest] { message.parts.compactMap(\.digest) }
    var weight: Int { message.parts.reduce(0) { $0 + $1.size } }
}

/// An address in an archive.
private struct ArchivedAddress: Codable, Sendable {
    var address: JoinedAddress
    /// The name of the number, at the address that stands for it.
    var name: GivenName?
    /// The marks and the draft of the conversation, at the address that leads it.
    var state: ConversationState?

    init(_ known: KnownAddress) {
        address = known.joined
        name = known.number == known.address ? known.name : nil
        state = known.leader == known.address && known.state != ConversationState() ? known.state : nil
    }
}

/// The values of a user beside messages.
private struct ArchivedRest: Codable, Sendable {
    /// The region in which numbers are read.
    var region: String?
    /// The user’s own numbers.
    var own: [Address]
    /// The numbers whose names the user has removed.
    var unnamed: [Address]?
    /// The pairs of addresses that are different people’s.
    var apart: [AddressPair]
    var templates: [MessageTemplate]
    /// The gateways, without their passwords.
    var gateways: [Gateway]
    /// The number of the last message exported to each target.
    var exports: [String: Int]
    /// The key that signs exports, sealed under its password.
    var signing: [UInt8]?
}

/// All messages of a user, out of an installation and into another.
///
/// `messages-000001.jsonl` and so on have a message on each line, `files` the bytes of parts under their SHA-256,
/// `addresses.jsonl` the people and conversations, and `rest.json` templates, gateways and the like. The folder `archive`
/// has the same of the archive beside the store. The passwords of gateways, which a key of the installation seals, and
/// the memory of removed messages stay behind.
extension SMSLogService {
    private static let archivedPage = 500
    private static let (kind, people, beside) = ("messages", "addresses.jsonl", "rest.json")

    /// Writes the messages of a user in the store of the system, and in the archive beside it.
    ///
    /// - Throws: `StoreFault`, and the errors of the archive.
    @concurrent
    package static func archive(
        _ user: UserID, among stores: any MessagePlaces, to archive: ArchiveWriter
    ) async throws {
        for (index, store) in try stores.all(of: user).enumerated() {
            try await write(store, to: index == 0 ? archive : archive.folder(MessageStoreChoice.archive.text))
        }
    }

    private static func write(_ store: any MessageStore, to archive: ArchiveWriter) async throws {
        try await archive.add(kind) { last in
            try await store.read { reader in
                let queue = Dictionary(try reader.queue().map { ($0.id, $0.entry) }) { first, _ in first }
                return try reader.whole(reader.messages(.above(last), limit: archivedPage)).map { row in
                    ArchivedMessage(
                        number: row.message.id, message: MessageDraft(row), reference: row.background.reference,
                        queued: queue[row.message.id])
                }
            }
        } bytes: { digest in
            try await store.read { try $0.bytes(of: digest) }
        }
        let (addresses, rest) = try await store.read { reader in
            let rest = ArchivedRest(
                region: try reader.region(), own: try reader.ownAddresses().sorted(),
                unnamed: try reader.unnamed().sorted(),
                apart: try reader.apart().sorted { ($0.first, $0.second) < ($1.first, $1.second) },
                templates: try reader.templates(),
                gateways: try reader.gateways().map { gateway in
                    var bare = gateway
                    (bare.secret, bare.signing) = (nil, nil)
                    return bare
                }, exports: try reader.kept(.exportMarks), signing: try reader.signingKey())
            return (try reader.addresses(.all, limit: .max).map(ArchivedAddress.init), rest)
        }
        try await archive.add(people, lines: addresses)
        try await archive.add(beside, rest)
    }

    /// Stores the messages of an archive as those of a user who has none.
    ///
    /// Those that wait to be sent are held back, as after a restore: the other installation may have sent them.
    ///
    /// - Throws: `StoreFault`, and the errors of the archive.
    @concurrent
    package static func unarchive(
        _ user: UserID, among stores: any MessagePlaces, from archive: ArchiveReader
    ) async throws {
        let store = try stores.store(of: user)
        try await read(archive, into: store)
        try await holdBack(in: store)
        let second = archive.folder(MessageStoreChoice.archive.text)
        guard try !second.names().isEmpty else { return }
        try await read(second, into: stores.open(.archive, for: user, isMade: true, isWatched: false))
    }

    private static func read(_ archive: ArchiveReader, into store: any MessageStore) async throws {
        let rest = try archive.value(of: beside, as: ArchivedRest.self)
        if let region = rest?.region {
            try await store.write { messages in
                messages.setJournaled()
                _ = try messages.setPeople(by: region)
            }
        }
        try await archive.read(kind, as: ArchivedMessage.self, atMost: BatchPace.bytes) { archived, bytes in
            var archived = archived
            for index in archived.indices {
                for digest in archived[index].digests { archived[index].message.data[digest] = try bytes(digest) }
            }
            try await keep(archived, in: store)
        }
        let addresses = try archive.lines(of: people, as: ArchivedAddress.self)
        try await store.write { messages in
            messages.setJournaled()
            try messages.take(addresses)
            guard let rest else { return }
            for address in rest.own { try messages.addOwn(address) }
            for address in rest.unnamed ?? [] { try messages.setUnnamed(true, address) }
            for pair in rest.apart { try messages.setApart(true, pair) }
            for template in rest.templates { try messages.setTemplate(template, named: template.name) }
            for gateway in rest.gateways { try messages.put(gateway) }
            for (target, number) in rest.exports { try messages.setExportMark(number, of: target) }
            if let signing = rest.signing { try messages.setSigningKey(signing) }
        }
    }

    private static func keep(_ archived: [ArchivedMessage], in store: any MessageStore) async throws {
        try await store.write { messages in
            messages.setJournaled()
            var start = archived.startIndex
            while start < archived.endIndex {
                // Numbers that follow each other are stored at once.
                var end = start + 1
                while end < archived.endIndex, archived[end].number == archived[end - 1].number + 1 { end += 1 }
                try messages.use(numbersUpTo: archived[start].number - 1)
                _ = try messages.insert(archived[start..<end].map(\.message))
                start = end
            }
            for row in archived where row.reference != nil || row.queued != nil {
                if let reference = row.reference, let message = try messages.message(row.number) {
                    try messages.update(
                        message,
                        MessageUpdate(
                            status: message.status, handover: message.handover, reference: reference,
                            failure: message.failure, isRead: message.isRead, subject: message.subject, details: nil))
                }
                if let queued = row.queued { try messages.setQueueEntry(queued, of: row.number) }
            }
        }
    }
}

extension MessageDAO {
    /// Takes over all addresses of another store, with their people, names, marks and drafts.
    fileprivate func take(_ archived: [ArchivedAddress]) throws {
        for one in archived where try known(one.address.address) == nil {
            try setState(ConversationState(), of: one.address.address)
        }
        try join(
            archived.map(\.address).filter { joined in try known(joined.address)?.joined != joined })
        for one in archived { if let name = one.name { try setGivenName(name, of: one.address.address) } }
        for one in archived { if let state = one.state { try setState(state, of: one.address.address) } }
    }
}
