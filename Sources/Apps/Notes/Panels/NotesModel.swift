import AtriumKit
import NotesLogic
import Session
import Terminal

/// What Notes shows: a list of notes, and perhaps one of them open.
@MainActor
package final class NotesModel: AppModel {
    /// Which notes are listed.
    package enum Scope: Hashable, Sendable {
        /// All that are not in the trash.
        case active
        /// Those in the trash.
        case trash
        /// Those with these words.
        case matching(String)
    }

    /// In which order a list is printed.
    package enum Sort: String, CaseIterable, Sendable {
        /// The oldest first, so that the newest stands nearest to the prompt.
        case date
        /// The newest first.
        case newest
    }

    /// How many notes a list has unless more are asked for.
    static let page = 50

    let service: NotesService
    private(set) var scope = Scope.active
    /// The newest first.
    private(set) var notes: [Note] = []
    private(set) var counts = NoteCounts(active: 0, trashed: 0)
    /// The note that is open.
    private(set) var opened: Note?
    private var isWelcomed = false

    init(service: NotesService) {
        self.service = service
    }

    package var badge: Int { 0 }

    package func changes() -> AsyncStream<Void> { service.changes() }

    package func refresh() async throws {
        try await welcome()
        notes = try await load(Self.page)
        counts = try await service.counts()
        if let id = opened?.id { opened = try? await service.note(id) }
    }

    /// Makes sure of the welcome notes; every command does so first.
    func welcome() async throws {
        guard !isWelcomed else { return }
        try await service.welcome()
        isWelcomed = true
    }

    /// Lists other notes, and closes the one that is open.
    func show(_ scope: Scope) async throws {
        try await welcome()
        self.scope = scope
        opened = nil
    }

    /// Opens a note.
    func open(_ id: Int) async throws -> Note {
        try await welcome()
        let note = try await service.note(id)
        opened = note
        return note
    }

    /// Closes a note if it is the open one.
    func close(_ id: Int) {
        if opened?.id == id { opened = nil }
    }

    /// The list that is shown, for printing.
    func list(sort: Sort, limit: Int) async throws -> Reply {
        // One more than is shown tells whether there are more.
        let found = try await load(limit + 1)
        let shown = Array(found.prefix(limit))
        let notices = found.count > limit ? [Strings.listMore(count: limit)] : []
        return NoteReplies.list(sort == .date ? shown.reversed() : shown, notices: notices)
    }

    private func load(_ limit: Int) async throws -> [Note] {
        switch scope {
        case .active: try await service.newest(limit)
        case .trash: try await service.newest(limit, isTrashed: true)
        case .matching(let query): try await service.find(query, limit: limit)
        }
    }
}
