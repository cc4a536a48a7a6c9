// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AccountStore
import AtriumSession
import AtriumSystems
import AtriumTesting

/// A store with a clock and a counting hasher, and as many services as a test opens on it.
struct AccountFixture {
    let store: TemporarySystem
    var system: InformationSystem { store.system }
    let clock = ManualClock(now: Timestamp(seconds: 1_767_258_000))
    let hasher: CountingHasher

    static let password = Secret("a lantern by the river")
    static let otherPassword = Secret("seven herons at dawn")

    init(_ kind: TestStore, hasher: CountingHasher = CountingHasher()) throws {
        store = try kind.open()
        self.hasher = hasher
    }

    func dao() throws -> AccountStores { try AccountStores(on: system) }

    /// Another service on the same store, as another process has it.
    func service(hasher: (any PasswordHashing)? = nil, place: String = "") throws -> AccountService {
        AccountService(
            try dao(), hasher: hasher ?? self.hasher,
            clock: clock, place: place)
    }
}
