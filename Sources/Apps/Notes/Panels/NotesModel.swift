// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumStores
import AtriumTerminal
import NotesLogic

/// The displayed data of Notes: a list of notes, and perhaps one of them open.
@MainActor
package final class NotesModel: AppModel {
    /// In which order a list is printed.
    package enum Sort: String, CaseIterable, Sendable {
        /// The oldest first, so that the newest stands nearest to the prompt.
        case date
        /// The newest first.
        case newest
        /// The one whose text was changed last first.
        case modified
        case title
        /// The notes that are due soonest first.
        case due
    }

    /// The number of notes in a list unless more are requested.
    static let page = 50
    /// The number of things of a kind that are named in a summary.
    static let mostNamed = 3

    private(set) var service: NotesService
    private let makeService: (UserSession) throws -> NotesService
    let relay = ChangeRelay()
    private let variables: [String: String]
    /// The scope of the listed notes.
    private(set) var scope = NoteScope.active
    /// The number of requests for a list.
    private(set) var visit = 0
    /// The listing beside the scope.
    private(set) var asked = NoteListing()
    /// In which order the notes are, with what the query says of it.
    private(set) var listing = NoteListing()
    /// The query of the listed notes.
    private(set) var found = AskedQuery()
    private(set) var counts = NoteCounts(active: 0, trashed: 0)
    private(set) var notebooks: [NoteLabel] = []
    private(set) var tags: [NoteLabel] = []
    private(set) var savedQueries: [SavedQuery] = []
    /// The open note.
    private(set) var opened: Note?
    /// The displayed month of tasks while no note is open.
    private(set) var month: AgendaMonth?
    /// The last place opened in a note: its number, the heading or block, and the number of such visits.
    private(set) var start: (id: Int, place: String, visit: Int)?
    /// The note that the list’s selection stands on.
    var selected: Note?
    /// The text of the displayed note.
    var text = NoteText()
    /// The places of the query’s words in the displayed notes.
    var excerpts = NoteExcerpts()
    /// The notes with links to the open one.
    private(set) var backlinks: [Note] = []
    /// The names of what belongs to the open one.
    private(set) var attachments: [String] = []
    /// Files may be others since this was.
    private(set) var pictureRevision = 0
    let latestChange = LatestChange()
    /// The state of reading all this.
    var reading = PanelReading<NoteChange, Note>()
    /// The list that was read last, and the open note at that time.
    private var read: (scope: NoteScope, asked: NoteListing, opened: Int?)?
    /// The list from the common reading, until the list asks for it; afterwards its length.
    var (listed, counted): (NotesSnapshot.List?, NotesSnapshot.List?)
    /// The number of all matches, once they were counted in the background, and the revision of the count.
    var allCounted: (asked: AskedQuery, revision: Int, count: Int)?
    /// Counts them.
    let counting = BackgroundCount()
    /// The reason why the welcome notes could not be made when the app appeared; `nil` once it was reported.
    private var missingWelcome: (any Error)?
    private var isWelcomed = false
    /// The last reported reason why git did not commit.
    var reportedGitFault: GitFault?
    /// The folder whose other files were already reported.
    var reportedUnread: StoreChoice?
    private(set) var language = Language.english

    /// - Parameters:
    ///   - variables: The operating system’s variables, which state the user’s region.
    ///   - makeService: Makes the service, for a session with its settings.
    init(
        for session: UserSession, variables: [String: String] = [:],
        makeService: @escaping (UserSession) throws -> NotesService
    ) throws {
        service = try makeService(session)
        self.variables = variables
        self.makeService = makeService
    }

    package var badge: Int { 0 }

    package func refreshBadge() {}

    package var path: [String]? {
        if let month, opened == nil { return [NotesCommands.monthRoute, month.text] }
        return regarded.map { [String($0.id)] }
    }

    /// The note that is displayed in full: the open one, or else the selected one.
    var regarded: Note? { opened ?? selected }

    package func languageDidChange(to language: Language) { self.language = language }

    package func willAppear() async {
        do { try await welcome() } catch { missingWelcome = error }
    }

    /// Reports once that the welcome notes are missing; the next command tries again.
    func takeMissingWelcome() -> LocalizedText? {
        defer { missingWelcome = nil }
        guard !isWelcomed, let missingWelcome else { return nil }
        let reason = (missingWelcome as? any UserFacing)?.sentence
        return reason.map { Strings.welcomeMissing.followed(by: $0) } ?? Strings.welcomeMissing
    }

    package func changes() -> AsyncStream<Void> { relay.changes(of: service.changes().notices) }

    package func unfinished() async throws -> [UnfinishedWork] {
        try await service.unfinished().prefix(Self.mostNamed).map {
            UnfinishedWork(title: $0.content, command: "add --resume")
        }
    }

    package func refresh() async throws {
        try await welcome()
        pictureRevision += 1
        let changes = reading.listen { service.changes() }
        let request = try request(after: changes)
        let snapshot = try await service.snapshot(request)
        if let labels = snapshot.labels {
            (counts, notebooks, tags) = (labels.counts, labels.notebooks, labels.tags)
            savedQueries = labels.savedQueries
        }
        if let now = snapshot.month, now.first == month?.first { month = now }
        if request.opened == opened?.id || opened == nil { take(snapshot.opened) }
        listed = snapshot.list
        found = try snapshot.list?.asked ?? service.query(scope, saved: savedQueries)
        listing = asked.asked(by: found)
        read = (scope, asked, opened?.id)
        reading.didRead()
    }

    /// The request for the stale parts of the panels.
    private func request(after changes: Changes<NoteChange>) throws -> NotesRequest {
        let shown = StaleNotes.ShownList(
            opened: opened?.id, listed: reading.asking.map { Set($0.loaded.map(\.id)) }, sort: listing.sort,
            isFound: scope.isFound)
        let stale = StaleNotes(after: changes, of: shown)
        var request = NotesRequest()
        request.labels = stale.contains(.labels)
        if stale.contains(.opened) || opened?.id != read?.opened { request.opened = opened?.id }
        let isOther = read.map { $0.scope != scope || $0.asked != asked } ?? true
        // A query’s “today” is another day tomorrow.
        if try isOther || stale.contains(.list) || service.query(scope, saved: savedQueries) != found {
            reading.touchList()
        }
        request.list = reading.unread.map(list)
        if !request.isEmpty { request.month = month?.first }
        return request
    }

    /// Updates the open note.
    private func take(_ now: NotesSnapshot.OpenNote?) {
        guard let before = opened else { return closeOpened() }
        guard let now else { return }
        // A protected note closes with the lock, and so does one that was moved to the trash elsewhere.
        let note = now.note.flatMap { try? service.protection.opened($0) }
        opened = before.trashedAt == nil && note?.trashedAt != nil ? nil : note
        guard let opened else { return closeOpened() }
        backlinks = now.backlinks
        // If their names are sealed the note is shown all the same.
        attachments = ((try? service.protection.opened(now.attachments, of: opened.id)) ?? []).map(\.name)
    }

    /// Makes sure that the welcome notes exist; every command does so first.
    func welcome() async throws {
        guard !isWelcomed else { return }
        try await service.welcome(in: language)
        isWelcomed = true
    }

    /// Lists other notes, and closes the open one.
    ///
    /// - Parameter asked: The order and the number, which the query itself may state too.
    /// - Throws: The errors of reading the query; the list stays then.
    func show(_ scope: NoteScope, _ asked: NoteListing = NoteListing()) async throws {
        try await welcome()
        _ = try await service.query(scope)
        let isOther = scope != self.scope || asked != self.asked
        self.scope = scope
        self.asked = asked
        visit += 1
        opened = nil
        month = nil
        if isOther {
            selected = nil
            latestChange.turnAway()
        }
    }

    /// Lists the due tasks of a month, and shows the month.
    func show(monthOf day: Day, limit: Int?) async throws -> AgendaMonth {
        let month = try await service.agenda(ofMonth: day)
        try await show(.agenda(AgendaDays(month.text)), NoteListing(.due, limit: limit))
        self.month = month
        return month
    }

    /// Shows no month any more.
    func closeMonth() { month = nil }

    /// The day with which a week begins; Monday is 0.
    func firstWeekday(in language: Language) -> Int { language.firstWeekday(variables) }

    /// Closes the open note.
    func closeOpened() {
        opened = nil
        read?.opened = nil
        backlinks = []
        attachments = []
    }

    /// Opens a note; asks for the password of a protected one.
    func open(_ id: Int, _ context: CommandContext) async throws -> Note {
        let note = try await note(id, context)
        if latestChange.latest.ids != [String(id)] { latestChange.turnAway() }
        open(made: note)
        return note
    }

    /// Opens a note that was just made, or read.
    func open(made note: Note) {
        opened = note
        read?.opened = nil
    }

    /// Opens a note and replies with it and the notes that link to it.
    ///
    /// - Parameters:
    ///   - place: The heading or block to go to, or to begin a text reply with; empty for all of the note.
    ///   - isSection: Whether a text reply contains only that section.
    func detail(
        _ id: Int, _ context: CommandContext, at place: String = "", isSection: Bool = false,
        notices: [LocalizedText] = []
    ) async throws -> Reply {
        let note = try await open(id, context)
        let hasPlace = place.isEmpty || NotePlace.line(place, in: note.content) != nil
        if !place.isEmpty, hasPlace { start = (id, place, (start?.visit ?? 0) + 1) }
        let notices = notices + (hasPlace ? [] : [Strings.detailNoPlace(place: place)])
        return .onPanels(notices: notices) { [self] in
            let (links, tags) = note.reading
            return NoteReplies.detail(
                note, at: hasPlace ? place : "", isSection: isSection, backlinks: try await service.backlinks(to: note),
                attachments: await attachments(of: id), links: links, tags: tags,
                now: service.now)
        }
    }

    package func isSecret(_ command: String, _ word: String) async -> Bool {
        let changing = [NotesCommands.edit, NotesCommands.modify, NotesCommands.rename]
        guard changing.contains(where: { $0.spec.name == command }) else { return false }
        // A word that names no note is a text for the open or selected one.
        guard let id = try? await id(NoteReference(CommandWord(word), of: "id")) else {
            return regarded?.isProtected ?? false
        }
        return (try? await service.note(id).isProtected) ?? false
    }

    /// The names of a note’s attachments; none if they cannot be read, which does not prevent showing the note.
    private func attachments(of id: Int) async -> [String] {
        ((try? await service.attachments.all(of: id)) ?? []).map(\.name)
    }

    package func loginDidChange(to login: LoginState) {
        if let session = login.session { return useStore(of: session) }
        service.protection.lock()
        if opened?.isProtected == true {
            closeOpened()
        }
    }

    /// Switches to the store that the user has chosen.
    private func useStore(of session: UserSession) {
        service.useGit(as: session)
        // A store that cannot be opened leaves the one that is.
        guard StoreChoice(of: session) != service.choice, let other = try? makeService(session) else { return }
        service = other
        isWelcomed = false
        scope = .active
        asked = NoteListing()
        selected = nil
        month = nil
        closeOpened()
        (reading, read) = (PanelReading(), nil)
        latestChange.turnAway()
        relay.turn(to: other.changes().notices)
    }

    /// Whether all displayed data of the open note was read for this note.
    func isRead(_ id: Int) -> Bool { opened?.id == id && read?.opened == id }

    /// Closes a note if it is the open one.
    func close(_ id: Int) {
        if opened?.id == id { opened = nil }
    }
}

extension NotesModel {
    /// Commits what commands have changed, all of those that came in a row together, and says what the store has found
    /// done by halves.
    package func settle() async -> [LocalizedText] {
        let news = [takeMissingWelcome()].compactMap(\.self) + service.takeNews().map(\.sentence)
        do {
            try await service.commit()
            reportedGitFault = nil
        } catch let fault as GitFault {
            // The same again is said once.
            defer { reportedGitFault = fault }
            return news + (fault == reportedGitFault ? [] : [fault.sentence])
        } catch {
            // The next command reports problems of the store.
        }
        return news
    }
}

/// The changes of commands.
extension NotesModel: JournalModel {
    /// Makes a change of notes.
    ///
    /// - Parameter isMade: Whether the notes count as made by it.
    func changing<Result>(_ ids: [Int], isMade: Bool = false, _ change: () async throws -> Result) async rethrows
        -> Result
    {
        let result = try await change()
        latestChange.add(ids.map(String.init), isMade: isMade)
        return result
    }

    /// Makes a change that may rename notes, and returns the notices of new names.
    func renaming<Result>(_ ids: [Int], isMade: Bool = false, _ change: () async throws -> Result) async throws
        -> (Result, notices: [LocalizedText])
    {
        let before = try await service.names(of: ids)
        let result = try await changing(ids, isMade: isMade, change)
        return (result, NoteReplies.renamed(try await service.renamed(since: before)))
    }

    /// A command has made notes; a single one is selected from then on.
    func didAdd(_ ids: [Int]) { latestChange.add(ids.map(String.init), isMade: ids.count == 1) }

    /// Opens a note that was just made, if it is not in the list, where it would be selected.
    func read(made note: Note) async {
        if note.isProtected { return await read(made: note.id) }
        if !found.mayMean(note) { open(made: note) }
    }

    /// The same of the note with a number.
    func read(made id: Int) async {
        guard let note = try? await service.note(id), !found.mayMean(note) else { return }
        open(made: note)
    }

    package func journal() async throws -> [JournalEntry] { try await service.journal() }

    package func subject(of entries: [JournalEntry]) -> LocalizedText {
        let ids = Self.notes(of: entries)
        if ids.isEmpty, case .query(_, let before, let after)? = entries.first?.noteSteps.first {
            return Strings.changedQuery(name: (after ?? before)?.name ?? "")
        }
        if ids.isEmpty, case .lockedNotebook(_, let before, let after)? = entries.first?.noteSteps.first {
            return Strings.changedNotebook(name: after ?? before ?? "")
        }
        return ids.count == 1 ? Strings.changedNote(id: ids[0]) : Strings.changedNotes(count: ids.count)
    }

    package func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply {
        let entries: [JournalEntry]
        do { entries = try await service.perform(step) } catch NotesFault.locked(let id) {
            _ = try await unlocked(id, context)
            entries = try await service.perform(step)
        }
        guard let first = entries.first else {
            if step == .undo { throw NotesFault.noUndo }
            throw JournalFault.nothingToRedo
        }
        let command = first.origin.command
        let ids = Self.notes(of: step == .undo ? entries.reversed() : entries, areLost: false)
        let lost = Self.notes(of: entries, areLost: true).count
        let notices = lost == 0 ? [] : [Strings.undonePurged(count: lost)]
        latestChange.add(ids.map(String.init), of: first.origin.run)
        // A note that goes back to the trash is not what the next command is for.
        if step == .undo, entries.allSatisfy(\.isOfNewNotes) { latestChange.turnAway() }
        if let opened, ids.contains(opened.id), try await service.note(opened.id).trashedAt != nil { close(opened.id) }
        let text =
            switch (step, ids.count) {
            case (.undo, 0): Strings.undoneQueries(command: command)
            case (.undo, 1): Strings.undone(command: command, id: ids[0])
            case (.undo, _): Strings.undoneSeveral(command: command, count: ids.count)
            case (.redo, 0): Strings.redoneQueries(command: command)
            case (.redo, 1): Strings.redone(command: command, id: ids[0])
            case (.redo, _): Strings.redoneSeveral(command: command, count: ids.count)
            }
        switch ids.count {
        case 0: return .message(text)
        case 1: return NoteReplies.done(text, ids[0], notices: notices)
        default: return NoteReplies.done(text, ids, notices: notices)
        }
    }

    /// The notes that commands were for, each once.
    private static func notes(of entries: [JournalEntry], areLost: Bool? = nil) -> [Int] {
        var known: Set<Int> = []
        return entries.flatMap { $0.notes(areLost: areLost) }.filter { known.insert($0).inserted }
    }
}

/// The numbers of the notes that a long command has made so far.
@MainActor
final class AddedNotes {
    var ids: [Int] = []
}
