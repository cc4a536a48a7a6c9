// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import AtriumWorlds
import Testing

@testable import __NAME__

/// The app as a program uses it, in every system.
@MainActor
struct __NAME__AppTests {
    @Test(arguments: TestStore.allCases)
    func `changes stay, and can be undone`(store: TestStore) async throws {
        let system = try store.open()
        let world = World.test(system: system.system)
        let app = try AppUnderTest(__NAME__Factory(in: world), in: world)
        _ = try await app.perform("add Water the plants")
        _ = try await app.perform("add Buy milk")
        _ = try await app.perform("done 1-2")
        _ = try await app.perform("remove 1")
        try await app.model.refresh()
        #expect(app.model.all.map(\.title) == ["Buy milk"])
        #expect(app.model.badge == 0)
        _ = try await app.perform("undo 2")
        try await app.model.refresh()
        #expect(app.model.all.map(\.isDone) == [false, false])
        #expect(app.model.badge == 2)
        _ = try await app.perform("redo")
        await #expect(throws: __NAME__Fault.unknown(3)) { try await app.perform("rename 3 x") }
        await #expect(throws: __NAME__Fault.emptyTitle) { try await app.perform(#"add " ""#) }
        // Another process sees the same, and another user nothing.
        let again = try AppUnderTest(__NAME__Factory(in: world), in: world)
        try await again.model.refresh()
        #expect(again.model.all.map(\.isDone) == [true, true])
        let other = try AppUnderTest(__NAME__Factory(in: world), in: world, user: UserID(rawValue: 2))
        try await other.model.refresh()
        #expect(other.model.all.isEmpty)
    }

    @Test(arguments: TestStore.allCases)
    func `nothing is left of a user who goes`(store: TestStore) async throws {
        let system = try store.open()
        let world = World.test(system: system.system)
        let factory = __NAME__Factory(in: world)
        let app = try AppUnderTest(factory, in: world)
        _ = try await app.perform("add A lantern")
        try await factory.deleteData(of: UserID(rawValue: 1), in: world) { _ in }
        try await app.model.refresh()
        #expect(app.model.all.isEmpty)
        #expect(try await app.model.journal().isEmpty)
        let files = system.folder.map { RawFiles.below($0, with: ["lantern"]) }
        #expect(files ?? [] == [])
    }

    @Test(arguments: TestStore.allCases)
    func `an archive has everything of a user`(store: TestStore) async throws {
        let system = try store.open()
        let world = World.test(system: system.system)
        let factory = __NAME__Factory(in: world)
        let (ana, bob) = (UserID(rawValue: 1), UserID(rawValue: 2))
        let app = try AppUnderTest(factory, in: world, user: ana)
        #expect(try await factory.kept(of: ana, in: world).isEmpty)
        _ = try await app.perform("add Water the plants")
        _ = try await app.perform("done 1")
        #expect(try await factory.kept(of: ana, in: world).count == 1)
        let files = ArchivedFiles()
        try await factory.archive(ana, in: world, to: files.writer)
        try await factory.unarchive(bob, in: world, from: files.reader)
        let other = try AppUnderTest(factory, in: world, user: bob)
        _ = try await other.perform("add Buy milk")
        try await other.model.refresh()
        #expect(other.model.all.map(\.id) == [1, 2])
        #expect(other.model.all.map(\.isDone) == [true, false])
    }

    @Test func `keys work on what is selected`() async throws {
        let world = World.test()
        let factory = __NAME__Factory(in: world)
        let shell = try await ShellOnScreen([factory], in: world, columns: 70, rows: 14)
        await shell.keys.enter("add Water the plants")
        await shell.keys.enter("done")
        #expect(shell.rows.contains { $0.contains("✓") && $0.contains("Water the plants") })
        await shell.keys.enter("undo")
        #expect(!shell.rows.contains { $0.contains("✓") && $0.contains("Water the plants") })
        await shell.keys.press("F6")
        await shell.keys.press("Enter")
        #expect(shell.rows.contains { $0.contains("✓") && $0.contains("Water the plants") })
        #expect(await shell.end() == .success)
    }
}
