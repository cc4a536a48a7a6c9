// SPDX-License-Identifier: GPL-3.0-or-later

internal import AtriumStores
internal import __NAME__Logic

/// One owner’s __things__ in memory.
struct Memory__Items__: Sendable {
    var __items__: [Int: __Item__] = [:]
    /// The last number that was given.
    var last = 0
    var journal = MemoryJournal()
}

/// A transaction on __things__ in plain collections: the specification that every other store is tested against.
final class Memory__Item__DAO: __Item__DAO {
    private(set) var state: Memory__Items__
    private(set) var log = ChangeLog<__Item__Change>()

    init(_ state: Memory__Items__) { self.state = state }

    func __item__(_ id: Int) -> __Item__? { state.__items__[id] }

    func __items__(after last: __Item__?, limit: Int) -> [__Item__] {
        let older = state.__items__.values.filter { $0.id < last?.id ?? .max }
        return Array(older.sorted { $0.id > $1.id }.prefix(limit))
    }

    func count() -> Int { state.__items__.count }

    func openCount() -> Int { state.__items__.values.count { !$0.isDone } }

    func nextNumber() -> Int {
        state.last += 1
        return state.last
    }

    func useNumbers(upTo last: Int) { state.last = max(state.last, last) }

    func put(_ change: __Item__Change) {
        state.__items__[change.id] = change.after
        log.add(change)
    }

    func journal(limit: Int) -> [JournalEntry] { state.journal.entries(limit: limit) }

    func put(_ entry: JournalEntry) { state.journal.put(entry) }

    func forgetNumbers() { (state.last, state.journal) = (0, MemoryJournal()) }
}
