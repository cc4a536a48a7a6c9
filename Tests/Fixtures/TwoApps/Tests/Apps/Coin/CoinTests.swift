// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import AtriumWorlds
import Coin
import Testing

/// The app alone, without a shell.
@MainActor
@Suite struct CoinTests {
    @Test(arguments: [(true, "Heads."), (false, "Tails.")])
    func `the coin falls as the factory is told`(isHeads: Bool, answer: String) async throws {
        let world = World.test()
        let factory = CoinFactory(in: world, coin: ForcedToss(isHeads: isHeads))
        #expect(try await AppUnderTest(factory, in: world).message("toss") == answer)
    }
}
