// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
import Foundation
import Glibc
import Synchronization

/// The command that changes a store, kept with each of its changes.
public struct Origin: Codable, Hashable, Sendable {
    /// The command of the present task; `nil` if none is performed.
    @TaskLocal public static var current: Origin?

    /// The command’s name.
    public let command: String
    /// The time of its start.
    public let time: Timestamp
    /// The process that performs it.
    public let process: Int32
    /// Identifies one run of a command; all its effects on several marked things are one run.
    ///
    /// Empty for a command whose changes are kept in no journal.
    public let run: String
    /// Whether its changes are kept in the journal: those of a command that only reads are not.
    public let isJournaled: Bool

    private static let count = Atomic(0)
    private static let process = getpid()

    /// A run of a command that begins now.
    public init(_ command: String, at time: Timestamp, isJournaled: Bool = true) {
        self.command = command
        self.time = time
        self.isJournaled = isJournaled
        process = Self.process
        run = isJournaled ? "\(process).\(time.milliseconds).\(Self.count.add(1, ordering: .relaxed).newValue)" : ""
    }

    /// Whether this run began after another one; within a moment, only the runs of one process have an order.
    package func follows(_ other: Origin) -> Bool {
        guard time == other.time, process == other.process else { return time > other.time }
        return number > other.number
    }

    private var number: Int { run.split(separator: ".").last.flatMap { Int($0) } ?? 0 }

    /// An origin that a store has kept.
    package init(command: String, time: Timestamp, process: Int32, run: String) {
        self.command = command
        self.time = time
        self.process = process
        self.run = run
        isJournaled = true
    }
}

/// The changes of a command in one transaction.
public struct JournalEntry: Codable, Hashable, Sendable, Identifiable {
    /// The present state of the change.
    public enum State: Int, Codable, Hashable, Sendable {
        /// It holds.
        case done
        /// `undo` has taken it back.
        case undone
        /// `undo` has taken it back, and something else was done since: it is not done again.
        case left
        /// `undo` could not take it back, has said so, and goes on with what came before.
        case passed
    }

    /// The owner’s number of the entry, above those of earlier ones; 0 before it is kept.
    public var id: Int
    /// The command.
    public let origin: Origin
    /// The state of the change.
    public var state: State
    /// Whether it cannot be undone.
    public var isLasting: Bool
    /// The changes, one a line, as the app writes them; empty if they cannot be undone.
    public var changes: [UInt8]

    /// An entry of these parts.
    public init(id: Int = 0, origin: Origin, state: State = .done, isLasting: Bool = false, changes: [UInt8]) {
        self.id = id
        self.origin = origin
        self.state = state
        self.isLasting = isLasting
        self.changes = changes
    }

    /// Both entries as one; `nil` if they are of different runs, or too large together.
    package func joined(_ later: JournalEntry) -> JournalEntry? {
        guard origin.run == later.origin.run, state == .done, later.state == .done,
            changes.isEmpty || later.changes.isEmpty || changes.count + later.changes.count <= Journal.largestEntry
        else { return nil }
        var entry = self
        entry.isLasting = isLasting || later.isLasting
        entry.changes += later.changes
        return entry
    }
}

/// The form in which apps write their changes: a line of JSON for each.
extension JournalEntry {
    private static let lineEnd = UInt8(ascii: "\n")

    /// The changes, without invalid lines.
    ///
    /// - Parameter read: Reads a line that has a shorter form than JSON; `nil` for any other.
    public func steps<Step: Decodable>(shortly read: (ArraySlice<UInt8>) -> Step? = { _ in nil }) -> [Step] {
        let decoder = JSONDecoder()
        return changes.split(separator: Self.lineEnd).compactMap { line in
            read(line) ?? (try? decoder.decode(Step.self, from: Data(line)))
        }
    }

    /// The lines of changes, as `steps(shortly:)` reads them.
    ///
    /// - Parameters:
    ///   - steps: The changes, in the order in which they were made.
    ///   - write: Writes a change that has a shorter form than JSON; `nil` for any other.
    /// - Throws: The errors of encoding a change.
    public static func lines<Step: Encodable>(
        _ steps: [Step], shortly write: (Step) -> String? = { _ in nil }
    ) throws -> [UInt8] {
        // Made only if a step needs it: making it costs more than encoding a few steps.
        lazy var encoder = JSONEncoder()
        return try steps.flatMap { step in
            try (write(step).map { Array($0.utf8) } ?? Array(encoder.encode(step))) + [lineEnd]
        }
    }
}

/// Bounds of a journal.
public enum Journal {
    /// More entries than these are not kept: the oldest go.
    public static let mostEntries = 1000
    /// More bytes of changes than these are not kept in all, but for the last entry’s.
    public static let mostBytes = 64 << 20
    /// The most bytes up to which entries of one run are joined.
    static let largestEntry = 1 << 16
}

/// The operation on a change in the journal.
public enum JournalStep: Sendable {
    /// The last change is undone.
    case undo
    /// The last undone change is redone.
    case redo

    /// The fault if there is nothing for it.
    public var nothingLeft: JournalFault { self == .undo ? .nothingToUndo : .nothingToRedo }
}

/// A transaction that reads a journal.
public protocol JournalReading {
    /// The entries, the newest first, `limit` at most.
    ///
    /// - Throws: `StoreFault`.
    func journal(limit: Int) throws -> [JournalEntry]
}

/// A transaction that keeps a journal, in which changes stand together with what they change.
public protocol JournalKeeping: JournalReading {
    /// Keeps an entry in place of the one of its number, which else is the highest, and removes the oldest excess ones.
    ///
    /// - Throws: `StoreFault`.
    func put(_ entry: JournalEntry) throws
}

extension JournalKeeping {
    /// Records the changes of the command of the present task; nothing outside of a command, or in one that only reads.
    ///
    /// Changes of one run become one entry. A new entry ends the possibility to redo what was undone before.
    ///
    /// - Parameters:
    ///   - changes: One change a line, as `JournalEntry.lines(_:shortly:)` writes them; empty if they cannot be undone.
    ///   - isLasting: Whether they cannot be undone.
    /// - Throws: The errors of reading and keeping entries.
    public func record(_ changes: [UInt8], isLasting: Bool) throws {
        guard let origin = Origin.current, origin.isJournaled, WritePermit.current?.isForRecord != true else { return }
        let last = try journal(limit: 1).first
        let entry = JournalEntry(id: (last?.id ?? 0) + 1, origin: origin, isLasting: isLasting, changes: changes)
        if let last, let joined = last.joined(entry) {
            if joined != last { try put(joined) }
            return
        }
        if let last, last.state != .done {
            for var undone in try journal(limit: Journal.mostEntries).prefix(while: { $0.state != .done })
            where undone.state == .undone {
                undone.state = .left
                try put(undone)
            }
        }
        try put(entry)
    }

    /// Records that the command of the present task has replaced all data: nothing before it can be undone or redone.
    ///
    /// - Parameter changes: As in `record(_:isLasting:)`.
    /// - Throws: The errors of reading and keeping entries.
    public func recordReplacement(_ changes: [UInt8]) throws {
        for var former in try journal(limit: Journal.mostEntries) where former.state == .done || former.state == .undone
        {
            former.isLasting = former.state == .done
            former.state = former.state == .done ? .passed : .left
            try put(former)
        }
        try record(changes, isLasting: true)
    }

    /// Undoes or redoes the next change, and marks its entries so.
    ///
    /// - Parameters:
    ///   - step: Whether to undo or to redo.
    ///   - apply: Changes the data, and the entry if its data is to be different from then on; called for each entry of
    ///     the run, the last one first if they are undone.
    /// - Returns: The entries, in the order in which `apply` received them; none if there is nothing to do.
    /// - Throws: For a `RuleFault` that `apply` throws, `JournalFailure`; any other error as it is, after which the step can
    ///   be repeated.
    public func perform(_ step: JournalStep, _ apply: (inout JournalEntry) throws -> Void) throws -> [JournalEntry] {
        let entries = try next(step)
        for var entry in entries {
            do { try apply(&entry) } catch let fault as any RuleFault {
                throw JournalFailure(fault: fault, run: entry.origin.run)
            }
            entry.state = step == .undo ? .undone : .done
            try put(entry)
        }
        return entries
    }

    /// Marks the entries of a change that could not be taken back or done again: later steps pass it over.
    ///
    /// Called in a transaction of its own, since the one that failed has kept nothing.
    ///
    /// - Throws: `StoreFault`.
    public func pass(_ failure: JournalFailure) throws {
        for var entry in try journal(limit: Journal.mostEntries) where entry.origin.run == failure.run {
            entry.state = .passed
            try put(entry)
        }
    }
}

extension JournalReading {
    /// The entries of the run that a step is for, in the order in which they are to be undone or redone; none if there is
    /// nothing to do.
    ///
    /// - Throws: `StoreFault`.
    public func next(_ step: JournalStep) throws -> [JournalEntry] {
        try journal(limit: Journal.mostEntries).next(step)
    }
}

extension [JournalEntry] {
    /// The same of all entries of a journal, the newest first.
    package func next(_ step: JournalStep) -> [JournalEntry] {
        switch step {
        case .undo:
            let rest = drop { $0.state != .done }
            return rest.prefix { $0.state == .done && $0.origin.run == rest.first?.origin.run }
        case .redo:
            // Later changes block the changes that were undone before.
            let undone = prefix { $0.state != .done }.filter { $0.state == .undone }
            return undone.reversed().prefix { $0.origin.run == undone.last?.origin.run }
        }
    }

    /// The same if commands also change another journal, whose later changes block redoing as those of this one do.
    package func next(_ step: JournalStep, beside other: [JournalEntry]) -> [JournalEntry] {
        let next = next(step)
        guard step == .redo, let origin = next.first?.origin,
            other.contains(where: { $0.state == .done && $0.origin.follows(origin) })
        else { return next }
        return []
    }

    /// Whether older ones were removed from the journal.
    package var isCut: Bool { (last?.id ?? 1) > 1 }
}

/// A fault of an app’s rules about its data, which meets the same step each time: no failure of a disk, a server or the
/// network, which may pass.
public protocol RuleFault: Error {}

/// A change that could not be taken back or done again: nothing was changed.
public struct JournalFailure: Error {
    /// Why.
    public let fault: any RuleFault
    /// The run that made it.
    let run: String
}

/// Why a change cannot be taken back or done again.
public enum JournalFault: RuleFault, Hashable, Sendable {
    /// The changes of this command cannot be undone.
    case lasting(String)
    /// The data that the command changed was changed again since.
    case changedSince(String)
    /// No change is left that could be taken back.
    case nothingToUndo
    /// No change is left that could be taken back; older ones are not kept.
    case olderNotKept
    /// Nothing was taken back that could be done again.
    case nothingToRedo
}

/// A journal in memory.
public struct MemoryJournal: Sendable {
    private var all: [JournalEntry] = []

    /// A journal without entries.
    public init() {}

    /// The entries, the newest first, `limit` at most.
    public func entries(limit: Int) -> [JournalEntry] { all.suffix(limit).reversed() }

    /// Keeps an entry; see `JournalKeeping.put(_:)`.
    public mutating func put(_ entry: JournalEntry) {
        if let index = all.lastIndex(where: { $0.id == entry.id }) { return all[index] = entry }
        all.append(entry)
        all.removeFirst(max(0, all.count - Journal.mostEntries))
        var bytes = 0
        let kept = all.reversed().prefix {
            bytes += $0.changes.count
            return bytes <= Journal.mostBytes || $0.id == entry.id
        }
        all.removeFirst(all.count - kept.count)
    }
}
