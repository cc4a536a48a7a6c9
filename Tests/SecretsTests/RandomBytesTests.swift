// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumSecrets

struct RandomBytesTests {
    @Test func seededIsSplitMix64() {
        // The first two numbers of seed 1234567, as published with the generator: low byte first.
        let numbers: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
        let expected = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        #expect(SeededRandom(seed: 1_234_567).bytes(16) == expected)
    }

    @Test func seededRepeatsAndGoesOn() {
        let one = SeededRandom(seed: 1)
        let other = SeededRandom(seed: 1)
        #expect(one.bytes(24) == other.bytes(24))
        #expect(one.bytes(8) != SeededRandom(seed: 1).bytes(8))
        #expect(SeededRandom(seed: 2).bytes(8) != SeededRandom(seed: 1).bytes(8))
    }

    @Test(arguments: [0, 1, 7, 8, 9, 1000])
    func givesAsManyAsAreAskedFor(count: Int) {
        #expect(SeededRandom(seed: 3).bytes(count).count == count)
        #expect(SodiumRandom().bytes(count).count == count)
    }

    @Test func sodiumDoesNotRepeat() {
        let drawn = (0..<100).map { _ in SodiumRandom().bytes(16) }
        #expect(Set(drawn).count == drawn.count)
    }

    @Test func wipeLeavesNothing() {
        var secret = [UInt8]("secret".utf8)
        secret.reserveCapacity(100)
        let copy = secret
        wipe(&secret)
        #expect(secret.isEmpty)
        #expect(copy == [UInt8]("secret".utf8))
        wipe(&secret)
    }
}
