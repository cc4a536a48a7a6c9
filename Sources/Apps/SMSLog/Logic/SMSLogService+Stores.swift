// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession
import AtriumStores
package import AtriumWorlds
import Foundation

/// Several stores, of which the caller chooses one.
extension SMSLogService {
    /// The store that a user means by what was typed, with the whole path of its file, opened once: one that is missing is
    /// made.
    ///
    /// Looks off the caller’s actor.
    ///
    /// - Throws: `SMSLogFault.badStore`, `SMSLogFault.storePlace`, `SMSLogFault.noStore`, `StoreFault`.
    @concurrent
    package static func checked(
        store typed: String, of user: UserID, among stores: any MessagePlaces, in world: World
    ) async throws
        -> MessageStoreChoice
    {
        guard var choice = MessageStoreChoice(typed) else { throw SMSLogFault.badStore(typed) }
        if case .file(let name) = choice {
            let path = URL(filePath: world.path(of: name)).standardized.path(percentEncoded: false)
            guard !stores.isOurs(path) else { throw SMSLogFault.storePlace(path) }
            guard stores.mayBeStore(path) else { throw SMSLogFault.noStore(path) }
            choice = .file(path)
        }
        _ = try stores.open(
            choice, for: user, isMade: true, isWatched: false)
        return choice
    }

    /// Records that a command has changed another log of the user, which `undo` here does not take back.
    ///
    /// - Throws: `StoreFault`.
    package func journal(changeOf other: SMSLogService) async throws {
        guard case .store(let choice) = other.origin, origin != other.origin, case .store = origin else { return }
        try await store.write { try $0.journal(lasting: .store(choice.text)) }
    }

    /// Copies the assignment of numbers to people to another log of the user.
    ///
    /// - Parameter ofNew: Whether to copy only numbers of which that log knows nothing.
    package func tellPeople(to other: SMSLogService, ofNew: Bool = false) async throws {
        let people = try await store.read { try $0.knownPeople() }
        try await other.store.write { try $0.take(ofNew ? people.new(in: $0) : people) }
    }

    /// Reads a file, or each file of a folder, into memory, to be looked at.
    ///
    /// Reads off the caller’s actor. The arguments are those of `importFiles`.
    ///
    /// - Returns: A log that cannot be changed, and the result for each file.
    /// - Throws: As `importFiles`.
    @concurrent
    package func look(
        at path: String, by source: any MessageSource, among stores: any MessagePlaces,
        progress: @Sendable (_ bytes: Int, _ total: Int?) async -> Void
    ) async throws -> (log: SMSLogService, files: [ImportedFile]) {
        let memory = SMSLogService(self, store: try stores.temporary(for: owner))
        try await tellPeople(to: memory)
        let files = try await memory.importFiles(at: path, by: source, progress: progress)
        let name = Folder.split(path.hasSuffix("/") ? String(path.dropLast()) : path).name
        let store = memory.store.readOnly(refusing: SMSLogFault.onlyLooked(name))
        let looked = SMSLogService(self, store: store, origin: .look(name))
        return (looked, files)
    }

    /// Returns a copy of the log that is not kept, to try what an import would do.
    ///
    /// - Throws: `StoreFault`; `SMSLogFault.onlyLooked` for a log that cannot be changed.
    @concurrent
    package func copied() async throws -> SMSLogService {
        SMSLogService(self, store: try await store.copy(), isTrial: true)
    }

    /// The log of the same user in another store, without gateways.
    private convenience init(
        _ other: SMSLogService, store: any MessageStore, origin: MessageOrigin? = nil, isTrial: Bool = false
    ) {
        self.init(
            store: store, owner: other.owner, clock: other.clock, timeZone: other.timeZone,
            random: other.outbox.random, sealingCost: other.exports.signing.cost, vault: other.gateways.vault,
            systemRegion: other.people.systemRegion,
            origin: origin ?? other.origin, isTrial: isTrial)
    }
}

/// Messages that go from one store to another.
package struct MovedMessages: Sendable {
    /// Their numbers.
    package fileprivate(set) var ids: [Int] = []
    /// The number of their conversations.
    package fileprivate(set) var conversations = 0
    fileprivate var addresses: Set<Address> = []
}

/// Moving old messages to another store, and back.
extension SMSLogService {
    /// The number of messages read in one transaction.
    private static let page = 200

    /// The messages from before a moment, without those that are still on their way.
    ///
    /// - Throws: `SMSLogFault.archivesNothing`, `SMSLogFault.onlyLooked`, `StoreFault`.
    @concurrent
    package func messages(before moment: Timestamp) async throws -> MovedMessages {
        switch origin {
        case .store(.system): break
        case .store: throw SMSLogFault.archivesNothing
        case .look(let name): throw SMSLogFault.onlyLooked(name)
        }
        return try await settled(from: min(Self.first, moment)..<moment)
    }

    /// The messages from a moment on, or all of them, without those that are still on their way.
    ///
    /// - Throws: `StoreFault`.
    @concurrent
    package func messages(since moment: Timestamp?) async throws -> MovedMessages {
        try await settled(from: moment.map { $0..<max($0, Self.end) })
    }

    private static let (first, end) = (Timestamp(milliseconds: 0), Timestamp(milliseconds: .max))

    /// Messages that are not on their way any more; no others are read than those of these dates.
    private func settled(from dates: Range<Timestamp>?) async throws -> MovedMessages {
        var filter = MessageFilter()
        filter.dates = dates
        var found = MovedMessages()
        var last: Message?
        while true {
            try Task.checkCancellation()
            let (page, settled) = try await store.read { [filter, last] messages in
                let page = try messages.find(filter, after: last, limit: Self.page)
                return (page, try page.filter { try messages.isSettled($0) })
            }
            found.ids += settled.map(\.id)
            found.addresses.formUnion(settled.map(\.address))
            guard page.count == Self.page else { break }
            last = page.last
        }
        // They go in the order in which they came.
        found.ids.sort()
        let addresses = found.addresses
        found.conversations = try await store.read { messages in
            Set(try addresses.map { try messages.leader(of: $0) }).count
        }
        return found
    }

    /// Moves messages to another log of the user: all are stored there and looked for before any is removed here.
    ///
    /// An interrupted move loses nothing and can be repeated: messages that are there are not stored twice. No file
    /// brings back here what was moved. People and the marks of conversations move with them; if the other log is the
    /// store that sends and receives, all that it says of them already stays.
    ///
    /// - Parameter progress: Receives the number of finished steps, and of all steps.
    /// - Returns: The number of messages that are now there, and no longer here.
    /// - Throws: `SMSLogFault.notArrived` if some are not there, and all stay here; `StoreFault`.
    @concurrent
    package func move(
        _ moved: MovedMessages, to other: SMSLogService,
        progress: @Sendable (_ done: Int, _ total: Int) async -> Void
    ) async throws -> Int {
        try await tellPeople(to: other, ofNew: other.origin.isInService)
        try await tellMarks(of: moved.addresses, to: other)
        let total = moved.ids.count * 3
        var (kept, found, gone) = (MatchedMessages(), MatchedMessages(), 0)
        for (done, ids) in moved.ids.pages(of: Self.page) {
            try Task.checkCancellation()
            for drafts in try await drafts(ids) {
                kept = try await other.store.write { [kept] in try $0.keep(drafts, outside: kept) }
            }
            await progress(done, total)
        }
        var missing = 0
        for (done, ids) in moved.ids.pages(of: Self.page) {
            try Task.checkCancellation()
            for drafts in try await drafts(ids) {
                let (lacked, matched) = try await other.store.write { [found] messages in
                    try messages.lacked(of: drafts, outside: found)
                }
                missing += lacked
                found = matched
            }
            await progress(moved.ids.count + done, total)
        }
        guard missing == 0 else { throw SMSLogFault.notArrived(missing) }
        do {
            for (done, ids) in moved.ids.pages(of: Self.page) {
                try Task.checkCancellation()
                gone += try await store.write { messages in try ids.count { try messages.letGo($0) } }
                await progress(moved.ids.count * 2 + done, total)
            }
        } catch {
            if gone > 0 { try? await store.write { try $0.erase() } }
            throw error
        }
        // Once for all: the whole index of words is rewritten.
        if gone > 0 { try await store.write { try $0.erase() } }
        return gone
    }

    /// Copies the marks of conversations to another log, for conversations that have none there.
    private func tellMarks(of addresses: Set<Address>, to other: SMSLogService) async throws {
        let marks = try await store.read { messages in
            try addresses.map { ($0, try messages.conversation(with: $0)?.marks ?? []) }.filter { !$0.1.isEmpty }
        }
        guard !marks.isEmpty else { return }
        let isInService = other.origin.isInService
        try await other.store.write { messages in
            for (address, marks) in marks where try messages.marks(of: address).isEmpty {
                // A conversation without marks in the log of the user has none.
                if isInService, try messages.newest(of: address) != nil { continue }
                try messages.setMarks(marks, of: address)
            }
        }
    }

    /// Messages as another store takes them, with the bytes of their parts, in groups that fit into one transaction.
    private func drafts(_ ids: [Int]) async throws -> [[MessageDraft]] {
        let rows = try await store.read { messages in
            try messages.whole(messages.messages(.numbers(ids), limit: ids.count))
        }
        var batches: [[MessageDraft]] = [[]]
        var weight = 0
        for row in rows {
            var draft = MessageDraft(row)
            for part in row.parts {
                guard let digest = part.digest, let bytes = try await store.read({ try $0.bytes(of: digest) }) else {
                    continue
                }
                draft.data[digest] = bytes
                weight += bytes.count
            }
            batches[batches.count - 1].append(draft)
            guard weight > BatchPace.bytes else { continue }
            batches.append([])
            weight = 0
        }
        return batches.filter { !$0.isEmpty }
    }
}

extension MessageDraft {
    /// A stored message as another store takes it, without the bytes of its parts.
    init(_ row: WholeMessage) {
        let message = row.message
        self.init(
            address: message.address, rawAddress: row.rawAddress, content: message.content, date: message.date,
            direction: message.direction, status: message.status, isRead: message.isRead, kind: message.kind,
            importedName: row.background.importedName, parts: row.parts, sender: message.sender)
        participants = row.participants
        subject = message.subject
        call = message.call
        details = row.details
        failure = message.failure
        handover = message.handover
    }
}

extension [Int] {
    /// The number of messages at a time, and the number done with each.
    fileprivate func pages(of size: Int) -> [(done: Int, ids: [Int])] {
        stride(from: 0, to: count, by: size).map { start in
            let end = Swift.min(start + size, count)
            return (end, Array(self[start..<end]))
        }
    }
}
