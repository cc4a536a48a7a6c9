// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumTesting
import Foundation
import Testing

import AtriumFiles
import AtriumKit
@testable import AtriumWorlds

/// A shell whose apps log nobody in.
@MainActor
struct GuestTests {
    private func coordinator(home: String? = nil) throws -> Coordinator {
        let world = World(system: .memory(MemorySystem()), clock: ManualClock.nineOClock, timeZone: .gmt, home: home)
        return try Coordinator(
            catalog: [GuestProbeFactory("notes", recorder: Recorder())], world: world, language: .english,
            size: Size(columns: 80, rows: 24))
    }

    @Test func `whoever starts it is its guest, whose session does not end`() async throws {
        let coordinator = try coordinator()
        #expect(!coordinator.hasAccounts)
        let session = try #require(try await coordinator.authenticator.resume())
        await coordinator.lease.replace(session)
        try await coordinator.appear()
        #expect(coordinator.currentApp?.id == "notes")
        (coordinator.world.clock as? ManualClock)?.advance(by: .seconds(50 * 365 * 86_400))
        try await coordinator.lease.checkLogin()
        #expect(coordinator.login.session?.user == session.user)
        #expect(!coordinator.isCovered)
    }

    @Test func `nobody logs in by name`() async throws {
        let authenticator = try coordinator().authenticator
        await #expect(throws: AuthenticationFault.refused) {
            try await authenticator.logIn(name: "ana", password: Secret("x"), keep: false)
        }
        await #expect(throws: AuthenticationFault.refused) {
            try await authenticator.register(name: "ana", password: Secret("x"))
        }
    }

    @Test func `what several set at once is all kept`() async throws {
        let home = NSTemporaryDirectory() + "guest-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: home) }
        // Each has a file of its own open, as a process has.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask { @concurrent in
                    try await GuestSettings(path: home + "/settings.json").change { $0.settings["\(number)"] = "on" }
                }
            }
            try await group.waitForAll()
        }
        #expect(try GuestSettings(path: home + "/settings.json").values().settings.count == 40)
    }

    @Test func `what the guest sets is there the next time`() async throws {
        let home = NSTemporaryDirectory() + "guest-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let first = try coordinator(home: home).authenticator
        let session = try #require(try await first.resume())
        #expect(try await first.setPreference("theme", to: "dark", of: session).settings == ["theme": "dark"])
        #expect(try await first.setLanguage(.french, for: session).language == .french)
        let next = try coordinator(home: home).authenticator
        let resumed = try #require(try await next.resume())
        #expect(resumed.language == .french)
        #expect(resumed.settings == ["theme": "dark"])
        #expect(try await next.setPreference("theme", to: nil, of: resumed).settings == [:])
        #expect(try await first.refreshed(session)?.settings == [:])
        let status = try FileManager.default.attributesOfItem(atPath: home + "/settings.json")
        #expect(status[.posixPermissions] as? Int == 0o600)
    }

    @Test func `in memory it is kept as long as the shell`() async throws {
        let authenticator = try coordinator().authenticator
        let session = try #require(try await authenticator.resume())
        _ = try await authenticator.setPreference("theme", to: "dark", of: session)
        #expect(try await authenticator.refreshed(session)?.settings == ["theme": "dark"])
    }

    @Test func `settings that cannot be read are told of, and stay as they are`() async throws {
        let home = NSTemporaryDirectory() + "guest-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: URL(filePath: home + "/settings.json"))
        let authenticator = try coordinator(home: home).authenticator
        await #expect(throws: FileFault(path: home + "/settings.json", reason: .system(EILSEQ))) {
            try await authenticator.resume()
        }
        #expect(FileManager.default.contents(atPath: home + "/settings.json") == Data("{".utf8))
    }
}
