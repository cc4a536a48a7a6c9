// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// The rules of one user’s __things__; everything that changes them passes here.
///
/// Has no state but the store’s, so any number of services, in one process or several, agree.
package struct __NAME__Service: Sendable {
    private let __items__: __Item__Store
    private let clock: any WallClock

    /// The service of the user whose __things__ these are.
    package init(_ __items__: __Item__Store, clock: any WallClock) {
        self.__items__ = __items__
        self.clock = clock
    }

    /// Adds __a_thing__.
    ///
    /// - Throws: `__NAME__Fault.emptyTitle`, `StoreFault`.
    package func add(_ typed: String) async throws -> __Item__ {
        let (title, now) = (try __Item__.title(typed: typed), clock.now)
        return try await __items__.write { try $0.insert(title: title, addedAt: now) }
    }

    /// Marks __things__ as done or not.
    ///
    /// - Throws: `__NAME__Fault.unknown__Item__`, `StoreFault`.
    package func mark(_ ids: [Int], isDone: Bool) async throws {
        try await __items__.write { try $0.mark(ids, isDone: isDone) }
    }

    /// Removes __things__.
    ///
    /// - Throws: `__NAME__Fault.unknown__Item__`, `StoreFault`.
    package func remove(_ ids: [Int]) async throws { try await __items__.write { try $0.remove(ids) } }

    /// The changes of commands, the newest first.
    ///
    /// - Throws: `StoreFault`.
    package func journal() async throws -> [JournalEntry] {
        try await __items__.read { try $0.journal(limit: Journal.mostEntries) }
    }

    /// Undoes the last change, or redoes the last undone one.
    ///
    /// - Returns: The entries of its command; none if there is nothing to do.
    /// - Throws: `JournalFault`, `StoreFault`.
    package func perform(_ step: JournalStep) async throws -> [JournalEntry] {
        do { return try await __items__.write { try $0.perform(step) } } catch let failure as JournalFailure {
            try await __items__.write { try $0.pass(failure) }
            throw failure.fault
        }
    }

    /// The __thing__ of this number.
    ///
    /// - Throws: `__NAME__Fault.unknown__Item__`, `StoreFault`.
    package func __item__(_ id: Int) async throws -> __Item__ {
        guard let __item__ = try await __items__.read({ try $0.__item__(id) }) else {
            throw __NAME__Fault.unknown__Item__(id)
        }
        return __item__
    }

    /// __Things__, the newest first: those that were added before one, or the first ones, at most `limit`.
    ///
    /// - Throws: `StoreFault`.
    package func __items__(after last: __Item__? = nil, limit: Int) async throws -> [__Item__] {
        try await __items__.read { try $0.__items__(after: last, limit: limit) }
    }

    /// The newest __things__ that meet a condition, at most `limit`.
    ///
    /// Looks at one after the other, which is soon done for some thousand; more want an index, as module AtriumSearch has it.
    ///
    /// - Throws: `StoreFault`.
    package func __items__(where isMeant: (__Item__) -> Bool, limit: Int) async throws -> [__Item__] {
        var found: [__Item__] = []
        var last: __Item__?
        while found.count < limit, !Task.isCancelled, case let page = try await __items__(after: last, limit: 500),
            !page.isEmpty
        {
            found += page.filter(isMeant)
            last = page.last
        }
        return Array(found.prefix(limit))
    }

    /// The number of __things__.
    ///
    /// - Throws: `StoreFault`.
    package func count() async throws -> Int { try await __items__.read { try $0.count() } }

    /// The number of __things__ that are not done.
    ///
    /// - Throws: `StoreFault`.
    package func openCount() async throws -> Int { try await __items__.read { try $0.openCount() } }

    /// Writes all __things__ to an archive.
    ///
    /// - Throws: `StoreFault`; the errors of the archive.
    package func archive(to archive: ArchiveWriter) async throws {
        var number = 0
        var last: __Item__?
        while case let page = try await __items__(after: last, limit: 500), !page.isEmpty {
            number += 1
            try await archive.add(ArchiveWriter.name("items", number), lines: page)
            last = page.last
        }
    }

    /// Keeps the __things__ of an archive, with their numbers, for a user who has no others.
    ///
    /// - Throws: `DecodingError` for what is none; `StoreFault`.
    package func unarchive(from archive: ArchiveReader) async throws {
        for name in try archive.names(startingWith: "items-") {
            let page = try archive.lines(of: name, as: __Item__.self)
            try await __items__.write { __items__ in
                for __item__ in page { try __items__.put(__Item__Change(from: nil, to: __item__)) }
                try __items__.useNumbers(upTo: page.map(\.id).max() ?? 0)
            }
        }
    }

    /// An observer of each change from now on, by this process or another.
    package func changes() -> ChangeObserver<__Item__Change> { __items__.changes() }

    /// Removes everything that the user has, in steps that others need not wait for.
    ///
    /// - Throws: `StoreFault`.
    package func removeAll(onProgress: @MainActor (Int) -> Void) async throws {
        // Others wait for no more __things__ than these.
        let step = 500
        try await __items__.removeAll(
            step: { try $0.removeSome(step) }, rest: { try $0.forgetNumbers() }, onProgress: onProgress)
    }
}
