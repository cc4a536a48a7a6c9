// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// The __things__ of one user, in whichever system: rules are written once, in terms of `__Item__DAO`.
package typealias __Item__Store = any Store<any __Item__Reader, any __Item__DAO, __Item__Change>

/// The questions about one owner’s __things__, in one consistent state.
package protocol __Item__Reader: JournalReading {
    /// The __thing__ of this number; `nil` if there is none.
    func __item__(_ id: Int) throws -> __Item__?

    /// __Things__, the newest first: those that were added before `last`, or the first ones.
    func __items__(after last: __Item__?, limit: Int) throws -> [__Item__]

    /// The number of __things__.
    func count() throws -> Int

    /// The number of __things__ that are not done.
    func openCount() throws -> Int
}

/// The changes of one owner’s __things__ in one transaction, which sees its own changes.
package protocol __Item__DAO: __Item__Reader, JournalKeeping {
    /// The owner’s next number, which none had before.
    func nextNumber() throws -> Int

    /// Gives no number up to this one any more.
    func useNumbers(upTo last: Int) throws

    /// Puts or removes __a_thing__, whatever was there.
    func put(_ change: __Item__Change) throws

    /// Forgets the assigned numbers and the journal: nothing of the owner’s is left then.
    func forgetNumbers() throws

    /// The changes of the transaction so far.
    var log: ChangeLog<__Item__Change> { get }
}

/// The meaning of changes, for every store alike.
extension __Item__DAO {
    /// Inserts __a_thing__ with the owner’s next number.
    package func insert(title: String, addedAt: Timestamp) throws -> __Item__ {
        let __item__ = __Item__(id: try nextNumber(), title: title, addedAt: addedAt)
        try make([__Item__Change(from: nil, to: __item__)])
        return __item__
    }

    /// Marks __things__ as done or not, all or none of them.
    ///
    /// - Throws: `__NAME__Fault.unknown__Item__`.
    package func mark(_ ids: [Int], isDone: Bool) throws {
        let __items__ = try Set(ids).sorted().map(known).filter { $0.isDone != isDone }
        try make(__items__.map { __Item__Change(from: $0, to: $0.done(isDone)) })
    }

    /// Removes __things__, all or none of them.
    ///
    /// - Throws: `__NAME__Fault.unknown__Item__`.
    package func remove(_ ids: [Int]) throws {
        try make(Set(ids).sorted().map { __Item__Change(from: try known($0), to: nil) })
    }

    private func known(_ id: Int) throws -> __Item__ {
        guard let __item__ = try __item__(id) else { throw __NAME__Fault.unknown__Item__(id) }
        return __item__
    }

    /// Makes changes, and records them.
    private func make(_ changes: [__Item__Change]) throws {
        guard !changes.isEmpty else { return }
        for change in changes { try put(change) }
        try record(JournalEntry.lines(changes), isLasting: false)
    }

    /// Undoes or redoes the next change.
    ///
    /// - Throws: `JournalFailure` if __a_thing__ was changed since.
    package func perform(_ step: JournalStep) throws -> [JournalEntry] {
        try perform(step) { entry in
            let changes = entry.changed__Items__
            for change in step == .undo ? changes.reversed().map(\.reversed) : changes {
                guard try __item__(change.id) == change.before else {
                    throw JournalFault.changedSince(entry.origin.command)
                }
                try put(change)
            }
        }
    }

    /// Removes `limit` __things__ at most, and returns their number.
    package func removeSome(_ limit: Int) throws -> Int {
        let some = try __items__(after: nil, limit: limit)
        for __item__ in some { try put(__Item__Change(from: __item__, to: nil)) }
        return some.count
    }
}
