// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import AtriumWorlds
import Foundation
import GRDB
@testable import NotesApp
@testable import NotesLogic
import Testing

@testable import NotesPanels
@testable import NotesFolder
@testable import NotesStore

/// Where a user has chosen to keep notes.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct StoreChoiceTests {
    private let folder: ScratchFolder
    private let ana = UserID(rawValue: 1)
    private let world = World.test()

    init() throws { folder = try ScratchFolder() }

    private func session(store: String?) -> UserSession {
        let session = ProbeAuthenticator().make("ana")
        return UserSession(
            id: session.id, user: session.user, name: session.name, startedAt: session.startedAt,
            expiresAt: session.expiresAt, idleLimit: nil,
            settings: store.map { [StoreChoice.settingName: $0] } ?? [:])
    }

    @Test func `a setting is the shared system or a folder, by its whole path`() async throws {
        #expect(try await NotesService.checked(store: "sqlite", of: ana, among: NotePlaces(), in: world) == "sqlite")
        let typed = "markdown:\(folder.path)/../\((folder.path as NSString).lastPathComponent)/"
        #expect(
            try await NotesService.checked(store: typed, of: ana, among: NotePlaces(), in: world)
                == "markdown:\(folder.path)")
        for text in ["", "markdown:", "folder", "SQLite"] {
            await #expect(throws: NotesFault.badStore(text)) {
                try await NotesService.checked(store: text, of: ana, among: NotePlaces(), in: world)
            }
        }
        let missing = folder.path + "/missing"
        await #expect(throws: StoreFault.unreachable(path: missing, reason: ENOENT)) {
            try await NotesService.checked(store: "markdown:" + missing, of: ana, among: NotePlaces(), in: world)
        }
    }

    @Test(arguments: ["/", "/etc", "/usr/share", "/tmp", "/var", "/proc/1"])
    func `the system's own folders are no stores`(path: String) async {
        await #expect(throws: NotesFault.storePlace(path: path, path == "/" ? .root : .system)) {
            try await NotesService.checked(store: "markdown:" + path, of: ana, among: NotePlaces(), in: world)
        }
    }

    @Test func `neither the home folder nor where everything else is kept is a store`() async throws {
        let path = try #require(realpath(folder.path, nil).map { String(cString: $0) })
        let link = path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ".")
        let atHome = World(system: world.system, variables: ["HOME": path])
        for name in ["markdown:" + path, "markdown:~", "markdown:" + link, "shared-markdown:" + path] {
            await #expect(throws: NotesFault.self) {
                try await NotesService.checked(store: name, of: ana, among: NotePlaces(), in: atHome)
            }
        }
        let system = try SQLiteSystem(path: path + "/atrium/store.sqlite", isDurable: false)
        defer { system.close() }
        let inOurs = World(system: .sqlite(system), variables: ["HOME": path])
        try FileManager.default.createDirectory(atPath: path + "/atrium/vault", withIntermediateDirectories: true)
        for name in ["atrium", "atrium/vault"] {
            let folder = path + "/" + name
            await #expect(throws: NotesFault.storePlace(path: folder, .ours)) {
                try await NotesService.checked(store: "markdown:" + folder, of: ana, among: NotePlaces(), in: inOurs)
            }
        }
        _ = try folder.write("x", "file")
        await #expect(throws: StoreFault.unreachable(path: path + "/file", reason: ENOTDIR)) {
            try await NotesService.checked(store: "markdown:\(path)/file", of: ana, among: NotePlaces(), in: inOurs)
        }
    }

    @Test func `a folder that another user has opened is shared only where that is said`() async throws {
        let ben = UserID(rawValue: 2)
        let store = NotePlaces().openFolder(folder.path, for: ana, in: world, takesAsIs: false).notes
        let typed = "markdown:" + folder.path
        // Whoever sets it has opened it.
        #expect(try await NotesService.checked(store: typed, of: ana, among: NotePlaces(), in: world) == typed)
        _ = try await store.read { try $0.counts() }
        let shared = NotesFault.storeShared(path: folder.path, typed: "shared-" + typed)
        await #expect(throws: shared) {
            try await NotesService.checked(store: typed, of: ben, among: NotePlaces(), in: world)
        }
        #expect(try await NotesService.checked(store: typed, of: ana, among: NotePlaces(), in: world) == typed)
        #expect(
            try await NotesService.checked(store: "shared-" + typed, of: ben, among: NotePlaces(), in: world) == typed)
    }

    @Test func `looking who has a folder changes nothing of it`() async throws {
        let store = NotePlaces().openFolder(folder.path, for: ana, in: world, takesAsIs: true).notes
        _ = try await store.write { [world] in
            try $0.add([NoteDraft(content: "Hers", createdAt: world.clock.now)])
        }
        let index = "\(folder.path)/\(OpenFolder.indexName)"
        chmod(index, 0o640)
        let typed = "markdown:" + folder.path
        await #expect(throws: NotesFault.storeShared(path: folder.path, typed: "shared-" + typed)) {
            try await NotesService.checked(store: typed, of: UserID(rawValue: 2), among: NotePlaces(), in: world)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: index)[.posixPermissions]
        #expect(mode as? Int == 0o640)
    }

    @Test func `an app turns to another store while somebody watches`() async throws {
        _ = try folder.write("In a file", "one.md")
        let model = try NotesFactory(in: .test()).makeModel(for: session(store: nil), in: world)
        var changes = model.changes().makeAsyncIterator()
        try await model.refresh()
        #expect(model.counts.active == 2)
        model.loginDidChange(to: .active(session(store: "markdown:\(folder.path)")))
        #expect(await changes.next() != nil)
        try await model.refresh()
        #expect(try await model.load(after: nil, limit: 9).map(\.content) == ["In a file"])
        _ = try await model.service.add("Another")
        #expect(await changes.next() != nil)
        model.loginDidChange(to: .active(session(store: nil)))
        #expect(await changes.next() != nil)
        try await model.refresh()
        #expect(model.counts.active == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }
}
