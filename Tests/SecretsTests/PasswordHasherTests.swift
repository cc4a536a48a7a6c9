// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumSecrets

struct PasswordHasherTests {
    private let hasher = PasswordHasher(parameters: .cheap)
    private let password = [UInt8]("quiet herons ferry old bells".utf8)

    /// From test.c of the Argon2 reference implementation: 2 passes, 256 KiB, password "password", salt "somesalt".
    private let known = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"

    @Test func verifiesTheReferenceVector() {
        #expect(hasher.verify([UInt8]("password".utf8), against: known))
        #expect(!hasher.verify([UInt8]("Password".utf8), against: known))
    }

    @Test func verifiesWhatItHashed() throws {
        let hash = try hasher.hash(password)
        #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(hasher.verify(password, against: hash))
        #expect(!hasher.verify(password + [0], against: hash))
        #expect(!hasher.verify(password.dropLast(), against: hash))
        #expect(!hasher.verify([], against: hash))
    }

    @Test func saltsEveryHash() throws {
        #expect(try hasher.hash(password) != hasher.hash(password))
    }

    @Test func takesEmptyLongAndBinaryPasswordsWhole() throws {
        for password: [UInt8] in [[], [0], [0, 1], [UInt8](repeating: 0xFF, count: 10_000)] {
            let hash = try hasher.hash(password)
            #expect(hasher.verify(password, against: hash))
            #expect(!hasher.verify(password + [1], against: hash))
        }
    }

    @Test(arguments: [
        "", "$", "password", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$$", "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$",
        "$2y$10$abcdefghijklmnopqrstuuKq1rC0NuVT7rDnkRy6bP4PvWPZ1rFlK", "$argon2id$v=19$m=-8,t=1,p=1$c29t$c29t",
        "$argon2id$v=19$m=99999999999999999999,t=1,p=1$c29t$c29t",
        "$argon2id$v=19$m=64,t=4294967295,p=1$c29tZXNhbHRzb21lc2FsdA$c29tZXNhbHRzb21lc2FsdHNvbWVzYWx0c29tZXNhbHQ",
        "$argon2id$v=19$m=8,t=1,p=1$c29t\0$c29t",
        String(repeating: "$argon2id$v=19", count: 100),
    ])
    func refusesGarbage(hash: String) {
        #expect(!hasher.verify(password, against: hash))
        #expect(!hasher.verify([], against: hash))
    }

    @Test func wantsARehashOfWeakerHashesOnly() throws {
        let better = PasswordHasher(parameters: Argon2Parameters(passes: 2, memory: 16 << 10))
        #expect(better.needsRehash("$argon2id$v=19$m=16,t=1,p=1$c29tZXNhbHQ$c29t"))
        #expect(better.needsRehash("$argon2id$v=19$m=15,t=9,p=1$c29tZXNhbHQ$c29t"))
        #expect(better.needsRehash("$argon2i$v=19$m=16,t=2,p=1$c29tZXNhbHQ$c29t"))
        #expect(better.needsRehash("letmein"))
        #expect(!better.needsRehash("$argon2id$v=19$m=16,t=2,p=1$c29tZXNhbHQ$c29t"))
        #expect(!better.needsRehash("$argon2id$v=19$m=64,t=3,p=1$c29tZXNhbHQ$c29t"))
        #expect(!better.needsRehash(try better.hash(password)))
        #expect(better.needsRehash(try hasher.hash(password)))
    }

    @Test func memoryThatIsNoWholeKibibyteDoesNotAskForARehashForEver() throws {
        let odd = PasswordHasher(parameters: Argon2Parameters(passes: 1, memory: 10_000))
        #expect(!odd.needsRehash(try odd.hash(password)))
    }

    @Test func parametersAreAtLeastWhatArgon2Accepts() {
        #expect(Argon2Parameters(passes: -1, memory: 0) == .cheap)
        #expect(Argon2Parameters.current == Argon2Parameters(passes: 2, memory: 19_922_944))
    }

    @Test func memoryThatCannotBeHadIsAFault() {
        let parameters = Argon2Parameters(passes: 1, memory: 1 << 52)
        #expect(throws: SecretsFault.outOfMemory(bytes: 1 << 52)) {
            try PasswordHasher(parameters: parameters).hash(password)
        }
    }
}
