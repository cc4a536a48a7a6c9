// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation
import NotesLogic
import NotesStore
import Synchronization

/// Notes as lines of JSON in one file, each of which says what a row is from then on: what a store needs at the least.
///
/// The last line of a name counts. A transaction is one write at the end of the file.
final class JSONLinesFile: Sendable {
    private struct Line: Codable {
        let owner: Int64
        let name: String
        let row: JSONLinesRow?
    }

    private struct Lines {
        var rows: [Int64: [String: JSONLinesRow]] = [:]
        /// How much of the file has been read, and of which file.
        var end: UInt64 = 0
        var file: UInt64?
    }

    private let path: String
    private let feed: ChangeFeed<NoteChange>
    private let lines = Mutex(Lines())
    /// Of all who have the file open, one writes at a time.
    private static let writing = Mutex(())

    /// - Parameter feed: What all who have the file open hear changes by.
    init(_ path: String, feed: ChangeFeed<NoteChange>) {
        self.path = path
        self.feed = feed
    }

    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any NoteReader) throws -> Result
    ) throws -> Result {
        try body(JSONLinesTransaction(try lines.withLock { try load(&$0).rows[owner.rawValue] } ?? [:]))
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any NoteDAO) throws -> Result
    ) throws -> Result {
        let (result, changes) = try Self.writing.withLock { _ in try lines.withLock { try write(owner, body, &$0) } }
        feed.post(changes)
        return result
    }

    private func write<Result: Sendable>(
        _ owner: UserID, _ body: (any NoteDAO) throws -> Result, _ lines: inout Lines
    ) throws -> (Result, Changes<NoteChange>) {
        let transaction = JSONLinesTransaction(try load(&lines).rows[owner.rawValue] ?? [:])
        let result = try body(transaction)
        let log = try transaction.finish()
        lines.rows[owner.rawValue] = transaction.rows
        if transaction.erases {
            let all = lines.rows.flatMap { owner, rows in
                rows.map { Line(owner: owner, name: $0.key, row: $0.value) }
            }
            try encoded(all).write(to: URL(filePath: path), options: .atomic)
        } else {
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            defer { try? file.close() }
            try file.seekToEnd()
            try file.write(
                contentsOf: encoded(
                    transaction.added.map { Line(owner: owner.rawValue, name: $0.name, row: $0.row) }))
        }
        _ = try load(&lines)
        return (result, log.changes)
    }

    func changes() -> ChangeObserver<NoteChange> { feed.observe() }

    private func encoded(_ lines: [Line]) throws -> Data {
        try lines.reduce(into: Data()) { $0 += try JSONEncoder().encode($1) + [0x0A] }
    }

    /// Reads the lines that have come since the last time.
    private func load(_ lines: inout Lines) throws -> Lines {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        if number != lines.file { lines = Lines(file: number) }
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        try file.seek(toOffset: lines.end)
        for bytes in try (file.readToEnd() ?? Data()).split(separator: 0x0A) {
            let line = try JSONDecoder().decode(Line.self, from: bytes)
            lines.rows[line.owner, default: [:]][line.name] = line.row
        }
        lines.end = try file.offset()
        return lines
    }
}

/// One user’s notes in such a file.
struct JSONLinesNotes: Store {
    let file: JSONLinesFile
    let owner: UserID

    func read<Result: Sendable>(_ body: @Sendable (any NoteReader) throws -> Result) throws -> Result {
        try file.read(owner, body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any NoteDAO) throws -> Result
    ) throws -> Result {
        try file.write(owner, body)
    }

    func changes() -> ChangeObserver<NoteChange> { file.changes() }
}
