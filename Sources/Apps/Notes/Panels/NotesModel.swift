// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
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
        /// Those that a query means.
        case matching(String)
    }

    /// In which order a list is printed.
    package enum Sort: String, CaseIterable, Sendable {
        /// The oldest first, so that the newest stands nearest to the prompt.
        case date
        /// The newest first.
        case newest
        /// The one whose text was changed last first.
        case modified
        /// By title.
        case title
        /// The one that is due first first.
        case due
    }

    /// How many notes a list has unless more are asked for.
    static let page = 50
    /// So many things of a kind are named where they are only told of.
    static let told = 3
    /// So many matches are counted in a few milliseconds; of more it is only said that there are more.
    static let mostCounted = 10_000

    private(set) var service: NotesService
    private let makeService: (UserSession) throws -> NotesService
    private let relay = ChangeRelay()
    private(set) var scope = Scope.active
    /// What was asked for beside the scope.
    private(set) var asked = NoteListing()
    /// In which order the notes are, with what the query says of it.
    private(set) var listing = NoteListing()
    /// What the listed notes were found by.
    private(set) var found = AskedQuery()
    private(set) var counts = NoteCounts(active: 0, trashed: 0)
    private(set) var notebooks: [NoteLabel] = []
    private(set) var tags: [NoteLabel] = []
    private(set) var savedQueries: [SavedQuery] = []
    /// The note that is open.
    private(set) var opened: Note?
    /// The note that the list’s selection stands on.
    var selected: Note?
    /// The text of the note that is read.
    var text = NoteText()
    /// Where the words of the question stand in the notes that are seen.
    var excerpts = NoteExcerpts()
    /// The notes with links to the open one.
    private(set) var backlinks: [Note] = []
    /// The names of what belongs to the open one.
    private(set) var attachments: [String] = []
    private var isWelcomed = false
    private(set) var language = Language.english

    /// - Parameter makeService: Makes what has the rules, for a session with its settings.
    init(for session: UserSession, makeService: @escaping (UserSession) throws -> NotesService) throws {
        service = try makeService(session)
        self.makeService = makeService
    }

    package var badge: Int { 0 }

    package var place: String? { regarded.map { String($0.id) } }

    /// The note that is seen in full: the open one, or else the one that is selected.
    var regarded: Note? { opened ?? selected }

    package func languageDidChange(to language: Language) { self.language = language }

    package func willAppear() async {
        // Where they cannot be made, the first command says why.
        try? await welcome()
    }

    package func changes() -> AsyncStream<Void> { relay.changes(of: service.changes().isTold) }

    package func unfinished() async throws -> [Unfinished] {
        try await service.unfinished().prefix(Self.told).map {
            Unfinished(title: $0.content, command: "add --resume")
        }
    }

    package func refresh() async throws {
        try await welcome()
        let query = try await query()
        listing = asked.asked(by: query)
        found = query
        counts = try await service.counts()
        notebooks = try await service.labels(.notebook)
        tags = try await service.labels(.tag)
        savedQueries = try await service.savedQueries()
        if let before = opened {
            // A protected note closes with the lock, and one that somebody else has thrown away.
            let now = try? service.opened(await service.note(before.id))
            opened = before.trashedAt == nil && now?.trashedAt != nil ? nil : now
        }
        backlinks = if let opened { try await service.backlinks(to: opened) } else { [] }
        attachments = if let opened { await attachments(of: opened.id) } else { [] }
    }

    /// Makes sure of the welcome notes; every command does so first.
    func welcome() async throws {
        guard !isWelcomed else { return }
        try await service.welcome(in: language)
        isWelcomed = true
    }

    /// Lists other notes, and closes the one that is open.
    ///
    /// - Parameter asked: The order and the number, which the query itself may say too.
    /// - Throws: for a query that cannot be read, what reading it throws; the list stays then.
    func show(_ scope: Scope, _ asked: NoteListing = NoteListing()) async throws {
        try await welcome()
        if case .matching(let text) = scope { _ = try await service.query(text) }
        let isOther = scope != self.scope || asked != self.asked
        self.scope = scope
        self.asked = asked
        opened = nil
        if isOther { selected = nil }
    }

    /// Closes the open note.
    func closeOpened() {
        opened = nil
        backlinks = []
        attachments = []
    }

    /// Opens a note; asks for the password of a protected one.
    func open(_ id: Int, _ context: CommandContext) async throws -> Note {
        let note = try await note(id, context)
        opened = note
        return note
    }

    /// Opens a note and tells of it, with the notes that link to it.
    func detail(_ id: Int, _ context: CommandContext) async throws -> Reply {
        let note = try await open(id, context)
        return .onPanels { [self] in
            let (links, tags) = note.reading
            return NoteReplies.detail(
                note, backlinks: try await service.backlinks(to: note), attachments: await attachments(of: id),
                links: links, tags: tags)
        }
    }

    package func isSecret(_ command: String, _ word: String) async -> Bool {
        let changing = [NotesCommands.edit, NotesCommands.modify, NotesCommands.rename]
        guard changing.contains(where: { $0.spec.name == command }), let id = Int(word) else { return false }
        return (try? await service.note(id).isProtected) ?? false
    }

    /// Follows a link of a note: opens the note that it points at, or has an address opened by the program that the
    /// user has chosen; where there is none the reply is the address.
    ///
    /// - Throws: `NotesFault.unknownLink`, `NotesFault.unknownTitle`, and others when the program failed.
    func follow(_ number: Int, of id: Int, _ context: CommandContext) async throws -> Reply {
        guard let link = try await note(id, context).links[number] else {
            throw NotesFault.unknownLink(number, note: id)
        }
        switch link {
        case .note(let target): return try await detail(try await service.note(at: target).id, context)
        case .web(let address):
            let fact = Fact("address", .text(address.text))
            guard let program = try await context.prompter.browse(address.text) else {
                return .message(Strings.linkAddress(number: number, address: address.text), fact)
            }
            return .message(
                Strings.linkOpened(address: address.text, program: program), fact, Fact("program", .text(program)))
        }
    }

    /// The names of what belongs to a note; none where they cannot be read, which is no reason not to show the note.
    private func attachments(of id: Int) async -> [String] {
        ((try? await service.attachments(of: id)) ?? []).map(\.name)
    }

    /// The number of a note of which everything can be read; asks for the password where anything of it is sealed.
    func unlocked(_ id: Int, _ context: CommandContext) async throws -> Int {
        try await welcome()
        let id = try await service.note(id).id
        if try await service.isSealed(id) { try await unlock(context) }
        return id
    }

    /// A note with its whole text; asks for the password of a protected one, once a login.
    func note(_ id: Int, _ context: CommandContext) async throws -> Note {
        try await welcome()
        let note = try await service.note(id)
        guard note.isProtected else { return note }
        try await unlock(context)
        return try service.opened(note)
    }

    /// Asks for the password of protected notes, once a login; the first time for a new one, twice.
    func unlock(_ context: CommandContext) async throws {
        guard !service.isUnlocked else { return }
        if try await service.hasPassword() {
            try await context.prompter.ask(untilRight: {
                try await context.prompter.askSecret(Strings.promptProtected)
            }) { try await service.unlock($0) }
        } else {
            try await service.setPassword(try await newPassword(context))
        }
    }

    /// A password that was typed twice.
    func newPassword(_ context: CommandContext) async throws -> Secret {
        try await context.prompter.askNewPassword(
            Strings.promptProtectedNew, again: Strings.promptProtectedAgain, differ: NotesFault.passwordsDiffer
        ) { if $0.bytes.isEmpty { throw NotesFault.noPassword } }
    }

    package func loginDidChange(to login: LoginState) {
        if let session = login.session { return useStore(of: session) }
        service.lock()
        if opened?.isProtected == true {
            closeOpened()
        }
    }

    /// Turns to the store that the user has chosen by now.
    private func useStore(of session: UserSession) {
        // A store that cannot be opened leaves the one that is.
        guard StoreChoice(of: session) != service.choice, let other = try? makeService(session) else { return }
        service = other
        isWelcomed = false
        scope = .active
        asked = NoteListing()
        opened = nil
        selected = nil
        backlinks = []
        relay.turn(to: other.changes().isTold)
    }

    /// Closes a note if it is the open one.
    func close(_ id: Int) {
        if opened?.id == id { opened = nil }
    }
}
