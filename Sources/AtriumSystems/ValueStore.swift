// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumStores
import Foundation
import GRDB

/// A value that a `ValueStore` keeps.
///
/// Values are kept as JSON, also for later versions of the app: a property that is added to the type is optional, or
/// the type has an `init(from:)` of its own that does without it. Otherwise the values from before cannot be read.
public protocol KeptValue: Codable, Hashable, Sendable, Identifiable {
    /// The number that lists show; 0 before the value is kept. The store gives it, and never gives it again.
    var id: Int { get set }
}

/// The values of one user of a small app, in whichever system: each is kept whole, and changes can be undone.
///
/// ```swift
/// let habits = try ValueStore<Habit>(on: world.system, named: "habits", of: session.user)
/// let habit = try await habits.add(Habit(title: "Walk"))
/// ```
///
/// All values are read at once, so that it is for some thousand values. An app with more, or with questions that
/// an index answers, has a `Store` of its own.
public struct ValueStore<Value: KeptValue>: Sendable {
    private let store: any Store<any ValueReading<Value>, any ValueWriting<Value>, ValueChange<Value>>

    /// Opens the values of an owner; creates tables if there are none.
    ///
    /// - Parameters:
    ///   - system: The system that keeps the values.
    ///   - name: The name of the tables, in ASCII letters, digits and `_`: the name of the app.
    ///   - owner: The owner of the values.
    /// - Throws: `StoreFault`, such as `.name` for a name with other characters.
    public init(on system: InformationSystem, named name: String, of owner: UserID) throws {
        guard !name.isEmpty,
            name.utf8.allSatisfy({ $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) })
        else { throw StoreFault.name(name) }
        switch system {
        case .memory(let system):
            store = MemoryStore<ValueRows<Value>, any ValueReading<Value>, any ValueWriting<Value>, ValueChange<Value>>(
                on: system, named: name + ".values", of: owner, empty: ValueRows()
            ) { rows in
                let values = MemoryValues(rows)
                return .init(reader: values, writer: values) { (rows: values.rows, log: values.log) }
            }
        case .sqlite(let system):
            store = try SQLiteStore<any ValueReading<Value>, any ValueWriting<Value>, ValueChange<Value>>(
                on: system, named: name + ".values", schema: SQLValues<Value>.schema(of: name).sqlite,
                reader: { SQLValues<Value>(SQLDatabase($0), name, owner: owner) },
                writer: { SQLValues<Value>(SQLDatabase($0), name, owner: owner) }, finish: { $0.log })
        case .postgreSQL(let system):
            store = try PostgreSQLStore<any ValueReading<Value>, any ValueWriting<Value>, ValueChange<Value>>(
                on: system, named: name + ".values", of: owner, schema: SQLValues<Value>.schema(of: name),
                reader: { SQLValues<Value>($0, name, owner: owner) },
                writer: { SQLValues<Value>($0, name, owner: owner) }, finish: { $0.log })
        }
    }
}

/// A change of a value: before and after, `nil` for a value that was not there.
public struct ValueChange<Value: KeptValue>: Codable, Hashable, Sendable {
    /// The value before the change; `nil` for a new one.
    public let before: Value?
    /// The value after the change; `nil` for a removed one.
    public let after: Value?

    /// The number of the value.
    public var id: Int { after?.id ?? before?.id ?? 0 }

    fileprivate var reversed: ValueChange { ValueChange(before: after, after: before) }
}

// MARK: - Values

extension ValueStore {
    /// All values, in the order of their numbers.
    ///
    /// - Throws: `StoreFault`, such as `.value` for a value of another version of the app.
    public func all() async throws -> [Value] { try await store.read { try $0.all() } }

    /// The reasons why values cannot be read, for `AppFactory.examine`; none if everything is in order.
    ///
    /// - Throws: `StoreFault` if the store itself cannot be read.
    public func unreadable() async throws -> [StoreFault] { try await store.read { try $0.unreadable() } }

    /// The value of a number; `nil` if there is none.
    ///
    /// - Throws: `StoreFault`.
    public func value(_ id: Int) async throws -> Value? { try await store.read { try $0.value(id) } }

    /// Adds a value, and returns it with its number.
    ///
    /// - Throws: `StoreFault`; the error of encoding the value.
    public func add(_ value: Value) async throws -> Value {
        try await store.write { values in
            var value = value
            value.id = try values.nextNumber()
            _ = try values.keep([ValueChange(before: nil, after: value)])
            return value
        }
    }

    /// Changes values, all or none.
    ///
    /// - Parameters:
    ///   - ids: The numbers of the values; one that comes twice counts once.
    ///   - missing: Returns the error for a number that no value has.
    ///   - body: Changes one value, whose number stays as it is.
    /// - Returns: The values after the change, in the order of `ids`, each once.
    /// - Throws: The errors of `missing` and `body`; `StoreFault`.
    public func change(
        _ ids: [Int], orThrow missing: @escaping @Sendable (Int) -> any Error,
        _ body: @escaping @Sendable (inout Value) throws -> Void
    ) async throws -> [Value] {
        try await store.write { values in
            let changes = try ids.map { id in
                guard let before = try values.value(id) else { throw missing(id) }
                var after = before
                try body(&after)
                after.id = id
                return ValueChange(before: before, after: after)
            }
            return try values.keep(changes).compactMap(\.after)
        }
    }

    /// Removes values, all or none.
    ///
    /// - Parameters:
    ///   - ids: The numbers of the values; one that comes twice counts once.
    ///   - missing: Returns the error for a number that no value has.
    /// - Throws: The errors of `missing`; `StoreFault`.
    public func remove(_ ids: [Int], orThrow missing: @escaping @Sendable (Int) -> any Error) async throws {
        try await store.write { values in
            _ = try values.keep(
                ids.map { id in
                    guard let value = try values.value(id) else { throw missing(id) }
                    return ValueChange(before: value, after: nil)
                })
        }
    }

    /// Removes everything of the owner, the journal too, in steps that others need not wait for.
    public func removeAll(onProgress: @MainActor (Int) -> Void) async throws {
        try await store.removeAll(
            step: { try $0.removeSome(500) }, rest: { try $0.forget() }, onProgress: onProgress)
    }

    /// A value for each change, by this process or another.
    public func changes() -> AsyncStream<Void> { store.changes().notices }
}

// MARK: - Archives

extension ValueStore {
    private static var file: String { "values.jsonl" }

    /// Writes all values to an archive.
    ///
    /// - Throws: `StoreFault`; the errors of the archive.
    public func archive(to archive: ArchiveWriter) async throws {
        let values = try await all()
        if !values.isEmpty { try await archive.add(Self.file, lines: values) }
    }

    /// Keeps the values of an archive, with their numbers, for an owner who has no others.
    ///
    /// - Throws: `DecodingError` for values of another type; `StoreFault`.
    public func unarchive(from archive: ArchiveReader) async throws {
        let values = try archive.lines(of: Self.file, as: Value.self)
        try await store.write { rows in
            for value in values { try rows.put(ValueChange(before: nil, after: value)) }
            try rows.useNumbers(upTo: values.map(\.id).max() ?? 0)
        }
    }
}

// MARK: - Journal

extension ValueStore {
    /// The changes of commands, the newest first.
    ///
    /// - Throws: `StoreFault`.
    public func journal() async throws -> [JournalEntry] {
        try await store.read { try $0.journal(limit: Journal.mostEntries) }
    }

    /// The changes of an entry.
    public static func changes(of entry: JournalEntry) -> [ValueChange<Value>] { entry.steps() }

    /// Undoes the last change, or redoes the last undone one.
    ///
    /// - Returns: The command that made it, and the changes made now.
    /// - Throws: `JournalFault`, `StoreFault`.
    public func perform(_ step: JournalStep) async throws -> (command: String, changes: [ValueChange<Value>]) {
        do {
            let done = try await store.write { values in
                var done: [ValueChange<Value>] = []
                let entries = try values.perform(step) { entry in
                    guard !entry.isLasting else { throw JournalFault.lasting(entry.origin.command) }
                    let changes = Self.changes(of: entry)
                    for change in step == .undo ? changes.reversed().map(\.reversed) : changes {
                        let changed = JournalFault.changedSince(entry.origin.command)
                        do {
                            guard try values.value(change.id) == change.before else { throw changed }
                        } catch StoreFault.value { throw changed }
                        try values.put(change)
                        done.append(change)
                    }
                }
                guard let first = entries.first else { throw step.nothingLeft }
                return (first.origin.command, done)
            }
            return done
        } catch let failure as JournalFailure {
            try await store.write { try $0.pass(failure) }
            throw failure.fault
        }
    }
}

extension Array {
    /// The changes with each value once, as it was first and as it is last: two changes of one value from the same state
    /// could not be undone.
    fileprivate func eachOnce<Value>() -> Self where Element == ValueChange<Value> {
        var (places, result): ([Int: Int], Self) = ([:], [])
        for change in self {
            if let place = places[change.id] {
                result[place] = ValueChange(before: result[place].before, after: change.after)
            } else {
                places[change.id] = result.count
                result.append(change)
            }
        }
        return result
    }
}

// MARK: - Transactions

/// The questions about the values of an owner, in one state.
protocol ValueReading<Value>: JournalReading {
    associatedtype Value: KeptValue
    func value(_ id: Int) throws -> Value?
    func all() throws -> [Value]
    func unreadable() throws -> [StoreFault]
}

/// The changes of the values of an owner, in one transaction.
protocol ValueWriting<Value>: ValueReading, JournalKeeping {
    var log: ChangeLog<ValueChange<Value>> { get }
    func put(_ change: ValueChange<Value>) throws
    func nextNumber() throws -> Int
    /// Gives no number up to this one any more.
    func useNumbers(upTo last: Int) throws
    /// Removes some values, and returns their number.
    func removeSome(_ limit: Int) throws -> Int
    /// Removes the journal and the numbers.
    func forget() throws
}

extension ValueWriting {
    /// Makes changes, one for each value, and records them.
    ///
    /// - Returns: The changes, also of values that stay as they are.
    fileprivate func keep(_ changes: [ValueChange<Value>]) throws -> [ValueChange<Value>] {
        let once = changes.eachOnce()
        let made = once.filter { $0.before != $0.after }
        for change in made { try put(change) }
        if !made.isEmpty { try record(JournalEntry.lines(made), isLasting: false) }
        return once
    }
}

/// The values of an owner in memory.
private struct ValueRows<Value: KeptValue>: Sendable {
    var values: [Int: Value] = [:]
    var last = 0
    var journal = MemoryJournal()
}

private final class MemoryValues<Value: KeptValue>: ValueWriting {
    private(set) var rows: ValueRows<Value>
    private(set) var log = ChangeLog<ValueChange<Value>>()

    init(_ rows: ValueRows<Value>) { self.rows = rows }

    func value(_ id: Int) -> Value? { rows.values[id] }
    func all() -> [Value] { rows.values.values.sorted { $0.id < $1.id } }
    func unreadable() -> [StoreFault] { [] }
    func journal(limit: Int) -> [JournalEntry] { rows.journal.entries(limit: limit) }
    func put(_ entry: JournalEntry) { rows.journal.put(entry) }

    func put(_ change: ValueChange<Value>) {
        rows.values[change.id] = change.after
        log.add(change)
    }

    func nextNumber() -> Int {
        rows.last += 1
        return rows.last
    }

    func useNumbers(upTo last: Int) { rows.last = max(rows.last, last) }

    func removeSome(_ limit: Int) -> Int {
        let some = all().prefix(limit)
        for value in some { put(ValueChange(before: value, after: nil)) }
        return some.count
    }

    func forget() { rows = ValueRows() }
}

/// The values of an owner in SQLite or on a server, each as JSON.
private final class SQLValues<Value: KeptValue>: ValueWriting {
    private let database: SQLDatabase
    private let name: String
    private let owner: UserID
    private(set) var log = ChangeLog<ValueChange<Value>>()

    init(_ database: SQLDatabase, _ name: String, owner: UserID) {
        self.database = database
        self.name = name
        self.owner = owner
    }

    static func schema(of name: String) -> SQLSchema {
        SQLSchema(
            name,
            sql: """
                CREATE TABLE \(name)_owner (owner INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
                CREATE TABLE \(name)_value (
                    owner INTEGER NOT NULL, id INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (owner, id)
                ) STRICT, WITHOUT ROWID;

                """ + JournalRows.schema(of: "\(name)_change"))
    }

    private var rows: JournalRows { JournalRows(database, table: "\(name)_change", owner: owner.rawValue) }

    func journal(limit: Int) throws -> [JournalEntry] { try rows.entries(limit: limit) }
    func put(_ entry: JournalEntry) throws { try rows.put(entry) }

    func value(_ id: Int) throws -> Value? {
        try values("AND id = ?", [owner.rawValue, id]).first
    }

    func all() throws -> [Value] { try values("ORDER BY id", [owner.rawValue]) }

    func unreadable() throws -> [StoreFault] {
        try read("ORDER BY id", [owner.rawValue]).compactMap { if case .failure(let fault) = $0 { fault } else { nil } }
    }

    private func values(_ condition: String, _ arguments: SQLArguments) throws -> [Value] {
        try read(condition, arguments).map { try $0.get() }
    }

    private func read(_ condition: String, _ arguments: SQLArguments) throws -> [Result<Value, StoreFault>] {
        let sql = "SELECT value, id FROM \(name)_value WHERE owner = ? \(condition)"
        let rows = try database.rows(sql, arguments)
        let decoder = JSONDecoder()
        return try rows.map { row in
            do { return .success(try decoder.decode(Value.self, from: Data(row.text(0).utf8))) } catch {
                guard let error = error as? DecodingError else { throw error }
                return .failure(.value(store: name, id: row.count(1), key: error.key))
            }
        }
    }

    func put(_ change: ValueChange<Value>) throws {
        if let value = change.after {
            let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
            try database.run(
                "REPLACE INTO \(name)_value (owner, id, value) VALUES (?, ?, ?)", [owner.rawValue, value.id, json])
        } else {
            try database.run("DELETE FROM \(name)_value WHERE owner = ? AND id = ?", [owner.rawValue, change.id])
        }
        log.add(change)
    }

    func nextNumber() throws -> Int {
        let sql = """
            INSERT INTO \(name)_owner (owner, last) VALUES (?, 1)
            ON CONFLICT (owner) DO UPDATE SET last = \(name)_owner.last + 1 RETURNING last
            """
        let rows = try database.rows(sql, [owner.rawValue])
        return rows.first?.count(0) ?? 0
    }

    func useNumbers(upTo last: Int) throws {
        try database.run(
            """
            INSERT INTO \(name)_owner (owner, last) VALUES (?, ?)
            ON CONFLICT (owner) DO UPDATE SET last = excluded.last WHERE \(name)_owner.last < excluded.last
            """, [owner.rawValue, last])
    }

    func removeSome(_ limit: Int) throws -> Int {
        let some = try values("ORDER BY id LIMIT ?", [owner.rawValue, limit])
        for value in some { try put(ValueChange(before: value, after: nil)) }
        log.erases = true
        return some.count
    }

    func forget() throws {
        try database.run("DELETE FROM \(name)_owner WHERE owner = ?", [owner.rawValue])
        try rows.removeAll()
        log.erases = true
    }
}

extension DecodingError {
    /// The name of the property that is missing or of another type, with those that it is in; empty for a text that is
    /// no JSON.
    package var key: String {
        let path: [any CodingKey] =
            switch self {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return path.map(\.stringValue).joined(separator: ".")
    }
}
