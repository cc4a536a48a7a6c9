// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AccountLogic
import AccountStore
import AtriumSecrets
import AtriumSession
import AtriumSystems
import AtriumTesting
import AtriumWorlds
import Foundation
import Testing

/// What must not be found on the disk, and what must be hashed for good.
struct SecrecyTests {
    @Test func noPasswordAndNoTokenIsInTheStore() async throws {
        let fixture = try AccountFixture(.sqlite)
        let service = try fixture.service(hasher: PasswordHasher(parameters: .cheap))
        let typo = "a password typed as the name"
        let session = try await service.register(name: "ana", password: AccountFixture.password)
        _ = try? await service.logIn(name: typo, password: AccountFixture.otherPassword, keep: false)
        let kept = try await service.logIn(name: "ana", password: AccountFixture.password, keep: true)
        let token = try #require(try await AccountStores(on: fixture.system).tokens.kept())
        _ = try await service.changePassword(from: AccountFixture.password, to: AccountFixture.otherPassword, for: kept)
        _ = try? await service.renew(session, password: AccountFixture.password)
        let next = try #require(try await AccountStores(on: fixture.system).tokens.kept())
        let folder = try #require(fixture.store.folder)
        var files = try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) {
            $0[$1] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $1))
        }
        // The one place where the token must be, for its owner alone.
        #expect(files.removeValue(forKey: "login") == Data(next.utf8))
        #expect(files.keys.contains("atrium.sqlite-wal"))
        let secrets = [
            AccountFixture.password.bytes, AccountFixture.otherPassword.bytes, Array(token.utf8), Array(next.utf8),
            Array(typo.utf8),
        ]
        for (name, bytes) in files {
            for secret in secrets { #expect(bytes.range(of: Data(secret)) == nil, "\(name)") }
        }
        // The search finds what is there.
        #expect(files.values.contains { $0.range(of: Data("$argon2id$v=19$".utf8)) != nil })
    }

    @Test func theWorldSaysWhatHashingCosts() throws {
        let system = InformationSystem.memory(MemorySystem())
        let stores = try AccountStores(on: system)
        let full = AccountService(stores, in: World(system: system))
        let cheap = AccountService(stores, in: World(system: system, passwordCost: .least))
        #expect((full.hasher as? PasswordHasher)?.parameters == .current)
        #expect((cheap.hasher as? PasswordHasher)?.parameters == .cheap)
    }
}
