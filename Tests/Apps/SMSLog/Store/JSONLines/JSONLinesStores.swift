// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic
import Synchronization

@testable import SMSLogStore

/// Messages in a file of JSON, one line per owner: a minimal store.
///
/// A transaction rewrites the file.
final class JSONLinesStores: MessageStores {
    private struct Line: Codable {
        let owner: Int64
        let rows: JSONLinesRows
    }

    private struct Lines {
        var owners: [UserID: JSONLinesRows] = [:]
        /// The lines of the file as last read.
        var file: [String] = []
    }

    private let path: String
    private let feed: ChangeFeed<MessageChange>
    private let lines = Mutex(Lines())

    /// - Parameter feed: Notifies all stores that have the file open of changes.
    init(_ path: String, feed: ChangeFeed<MessageChange> = ChangeFeed()) {
        self.path = path
        self.feed = feed
    }

    func store(of owner: UserID) -> any MessageStore { JSONLinesMessages(file: self, owner: owner) }

    fileprivate func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) throws -> Result {
        try body(JSONLinesTransaction(lines.withLock { try load(&$0)[owner] } ?? JSONLinesRows()))
    }

    fileprivate func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageDAO) throws -> Result
    ) throws -> Result {
        let (result, changes) = try lines.withLock { lines in
            let transaction = JSONLinesTransaction(try load(&lines)[owner] ?? JSONLinesRows())
            let result = try body(transaction)
            let log = try transaction.finish()
            lines.owners[owner] = transaction.rows
            let bytes = try lines.owners.reduce(into: Data()) { bytes, owner in
                bytes += try JSONEncoder().encode(Line(owner: owner.key.rawValue, rows: owner.value)) + [0x0A]
            }
            try bytes.write(to: URL(filePath: path), options: .atomic)
            lines.file = state
            return (result, log.changes)
        }
        feed.post(changes)
        return result
    }

    fileprivate func copy() throws -> JSONLinesStores {
        let copy = path + "-copy-\(UUID())"
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        return JSONLinesStores(copy)
    }

    func owners() throws -> [UserID] {
        try lines.withLock { try load(&$0) }.filter { !JSONLinesTransaction($0.value).kept(.gateways).isEmpty }.keys
            .sorted { $0.rawValue < $1.rawValue }
    }

    func changes() -> ChangeObserver<MessageChange> { feed.observe() }

    /// The state by which changes of another transaction to the file are detected.
    private var state: [String] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let keys: [FileAttributeKey] = [.systemFileNumber, .modificationDate, .size]
        return keys.map { "\(attributes?[$0] as Any)" }
    }

    /// Reads the file, unless it is unchanged since the last time.
    private func load(_ lines: inout Lines) throws -> [UserID: JSONLinesRows] {
        guard state != lines.file, let bytes = FileManager.default.contents(atPath: path) else { return lines.owners }
        let all = try bytes.split(separator: 0x0A).map { try JSONDecoder().decode(Line.self, from: $0) }
        lines.owners = Dictionary(uniqueKeysWithValues: all.map { (UserID(rawValue: $0.owner), $0.rows) })
        lines.file = state
        return lines.owners
    }
}

/// One owner’s messages in such a file.
private struct JSONLinesMessages: MessageStore {
    let file: JSONLinesStores
    let owner: UserID

    func read<Result: Sendable>(_ body: @Sendable (any MessageReader) throws -> Result) throws -> Result {
        try file.read(owner, body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any MessageDAO) throws -> Result
    ) throws -> Result {
        try file.write(owner, body)
    }

    func changes() -> ChangeObserver<MessageChange> { file.changes() }

    func copy() throws -> any MessageStore { try file.copy().store(of: owner) }
}

/// One owner’s rows.
struct JSONLinesRows: Codable, Sendable {
    struct Removed: Codable, Sendable {
        var keys: Set<RemovedMessage> = []
        var networkID: String?

        func answers(_ question: MessageQuestion) -> Bool {
            switch question {
            case .same(let identity), .sameSecond(let identity): keys.contains(RemovedMessage(identity))
            case .named(let name): networkID == name
            }
        }
    }

    var last = 0
    var messages: [Int: StoredMessage] = [:]
    var removed: [Int: Removed] = [:]
    var joined: [Address: JoinedAddress] = [:]
    var names: [Address: GivenName] = [:]
    var states: [Address: ConversationState] = [:]
    var bytes: [Digest: [UInt8]] = [:]
    var kept: [String: [String: Data]] = [:]
    var journal: [JournalEntry] = []
}
