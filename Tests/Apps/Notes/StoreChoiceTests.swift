import AtriumKit
import Foundation
import NotesLogic
import NotesStore
import Session
import Systems
import TestKit
import Testing

@testable import Notes

/// Where a user has chosen to keep notes.
@MainActor
struct StoreChoiceTests {
    private let folder: ScratchFolder
    private let world = World.test()

    init() throws { folder = try ScratchFolder() }

    private func session(store: String?) -> UserSession {
        let session = ProbeAuthenticator().make("ana")
        return UserSession(
            id: session.id, user: session.user, name: session.name, startedAt: session.startedAt,
            expiresAt: session.expiresAt, idleLimit: nil,
            settings: store.map { [StoreChoice.settingName: $0] } ?? [:])
    }

    @Test func `a setting is the shared system or a folder, by its whole path`() throws {
        #expect(try NotesService.checked(store: "sqlite", in: world) == "sqlite")
        let typed = "markdown:\(folder.path)/../\((folder.path as NSString).lastPathComponent)/"
        #expect(try NotesService.checked(store: typed, in: world) == "markdown:\(folder.path)")
        for text in ["", "markdown:", "folder", "SQLite"] {
            #expect(throws: NotesFault.badStore(text)) { try NotesService.checked(store: text, in: world) }
        }
        let missing = folder.path + "/missing"
        #expect(throws: StoreFault.unreachable(path: missing, reason: ENOENT)) {
            try NotesService.checked(store: "markdown:" + missing, in: world)
        }
    }

    @Test func `an app turns to another store while somebody watches`() async throws {
        _ = try folder.write("In a file", "one.md")
        let model = try NotesFactory().makeModel(for: session(store: nil), in: world)
        var changes = model.changes().makeAsyncIterator()
        try await model.refresh()
        #expect(model.counts.active == 2)
        model.loginDidChange(to: .active(session(store: "markdown:\(folder.path)")))
        #expect(await changes.next() != nil)
        try await model.refresh()
        #expect(model.notes.map(\.content) == ["In a file"])
        _ = try await model.service.add("Another")
        #expect(await changes.next() != nil)
        model.loginDidChange(to: .active(session(store: nil)))
        #expect(await changes.next() != nil)
        try await model.refresh()
        #expect(model.counts.active == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }
}
