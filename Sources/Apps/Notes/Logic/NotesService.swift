// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSecrets
package import AtriumSession
package import AtriumStores
package import AtriumWorlds

/// The notes of one user: reading, editing and finding, as the single writer.
package final class NotesService: Sendable {
    let store: NoteStore
    let owner: UserID
    let clock: any WallClock
    /// The time zone of the user.
    package let timeZone: Zone
    /// The protection of notes by a password.
    package let protection: NoteProtection
    /// The files that belong to notes.
    package let attachments: NoteAttachments
    /// The place of the notes.
    package let choice: StoreChoice
    /// The folder that they are in; `nil` if they are in the system.
    let folder: (any NoteFolder)?

    /// The notes of a user in a world, in the store that the user has chosen.
    package convenience init(for session: UserSession, among stores: any NoteStores, in world: World) throws {
        let choice = StoreChoice(of: session)
        let folder: (any NoteFolder)? =
            if case .folder(let path) = choice {
                stores.openFolder(path, for: session.user, in: world, takesAsIs: false)
            } else {
                nil
            }
        let store = try folder?.notes ?? stores.open(for: session.user, in: world)
        self.init(
            store: store, owner: session.user, clock: world.clock, timeZone: world.timeZone,
            sealingCost: world.passwordCost == .full ? .current : .cheap, choice: choice,
            folder: folder)
        useGit(as: session)
    }

    /// - Parameter sealingCost: The cost of deriving a key from the password of protected notes.
    package init(
        store: NoteStore, owner: UserID, clock: any WallClock, timeZone: Zone,
        sealingCost: Argon2Parameters = .current, choice: StoreChoice = .system, folder: (any NoteFolder)? = nil
    ) {
        self.folder = folder
        self.choice = choice
        self.store = store
        protection = NoteProtection(store: store, owner: owner, cost: sealingCost)
        attachments = NoteAttachments(store: store, protection: protection, choice: choice)
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
    }

    /// Deletes all notes of a user in a world’s system; a folder of the user’s own stays.
    ///
    /// - Parameter onProgress: Receives the number of deleted notes.
    /// - Throws: `StoreFault`; notes deleted until then stay deleted.
    package static func deleteAll(
        of user: UserID, among stores: any NoteStores, in world: World, onProgress: @MainActor (Int) -> Void
    ) async throws {
        try await removeAll(from: stores.open(for: user, in: world), onProgress: onProgress)
    }

    /// The number of notes to remove in one transaction, for which other writers wait.
    private static let removalStep = 200

    /// Removes everything in a store, in steps between which others may write.
    ///
    /// - Parameter onProgress: Receives the number of deleted notes.
    static func removeAll(from store: NoteStore, onProgress: @MainActor (Int) -> Void) async throws {
        try await store.removeAll(
            step: { notes in
                let some = try notes.notes(.above(0), limit: removalStep)
                try notes.removeAll(some)
                return some.count
            },
            rest: { notes in
                try notes.deleteRest()
                try notes.erase(0)
            }, onProgress: onProgress)
    }

    /// The numbers of notes and attachments of a user in a system that `deleteAll` deletes, the trash included.
    ///
    /// - Throws: `StoreFault`.
    package static func kept(
        of user: UserID, among stores: any NoteStores, in world: World
    ) async throws -> (notes: Int, attachments: Int) {
        try await stores.open(for: user, in: world).read { notes in
            let counts = try notes.counts()
            let attachments = try notes.attachments(of: 1...Int.max).values.reduce(0) { $0 + $1.count }
            return ((counts?.active ?? 0) + (counts?.trashed ?? 0), attachments)
        }
    }

    /// Adds the two welcome notes for a user who never had a note; a folder of the user’s own stays.
    ///
    /// - Parameter language: The language of the user.
    package func welcome(in language: Language) async throws {
        guard choice == .system else { return }
        let drafts = WelcomeNotes.all(in: language).map { content, time in
            NoteDraft(content: content, createdAt: time.timestamp(in: timeZone) ?? clock.now)
        }
        // Read first without the write lock: all but the first call of a user end here.
        guard try await store.read({ try $0.counts() }) == nil else { return }
        try await store.write { notes in
            if try notes.counts() == nil { _ = try notes.add(drafts) }
        }
    }

    /// Keeps a new note, in a notebook if one is named.
    ///
    /// - Parameters:
    ///   - time: The time of its creation; `nil` for now.
    ///   - unfinished: The unfinished text that becomes the note, which is removed.
    /// - Throws: `NotesFault.emptyText`, `.badName`; `.lockedNotebook` for a protected one while notes are locked.
    package func add(
        _ content: String, in notebook: String = "", at time: Timestamp? = nil, finishing unfinished: Int? = nil,
        marks: NoteMarks = NoteMarks()
    ) async throws -> Note {
        var marks = marks
        marks.notebook = try NotebookName.typed(notebook)
        let draft = NoteDraft(content: try checked(content), createdAt: time ?? clock.now, marks: marks)
        return try await keep(draft, finishing: unfinished)
    }

    /// Changes only a note’s text; the former text stays as a version.
    ///
    /// - Parameters:
    ///   - base: The version on which the new text is based; `nil` for the present one.
    ///   - unfinished: The unfinished text that became this one, which is removed.
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.emptyText`, `NotesFault.locked`.
    package func modify(
        _ id: Int, to content: String, basedOn base: Int? = nil, finishing unfinished: Int? = nil
    ) async throws -> SavedNote {
        try await modify(id, to: checked(content), renames: false, basedOn: base, finishing: unfinished)
    }

    /// Gives a note another name; links to it follow.
    ///
    /// The text of a note with a name of its own stays. In any other note the title at the beginning of the text changes; a
    /// heading stays one.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.emptyText`, `NotesFault.locked`.
    package func rename(_ id: Int, to title: String) async throws -> SavedNote {
        let title = Note.firstLine(of: try checked(title))
        // The present text, of which another shell or program may have changed other lines.
        let renamed = try await store.write { [clock, protection] notes -> ModifiedNote? in
            let note = try notes.existing(id)
            guard !note.isProtected || protection.isUnlocked else { throw NotesFault.locked(id) }
            guard note.names.isEmpty else { return try notes.rename(id, to: title, at: clock.now) }
            guard !note.isProtected else { return nil }
            let content = TitleLine.renaming(note.content, to: title)
            return try notes.modify(id, content: content, renames: true, at: clock.now)
        }
        if let renamed { return await withLinkNotices(SavedNote(renamed, basedOn: nil), renamed, renames: true) }
        let note = try protection.opened(await note(id))
        let content = TitleLine.renaming(note.content, to: title)
        return try await modify(id, to: content, renames: true, basedOn: note.version)
    }

    private func modify(
        _ id: Int, to content: String, renames: Bool, basedOn base: Int?, finishing unfinished: Int? = nil
    ) async throws -> SavedNote {
        guard
            let modified = try await store.write({ [clock] in
                try $0.modify(id, content: content, renames: renames, finishing: unfinished, at: clock.now)
            })
        else {
            // The note does not exist, or it is protected.
            return try await modifyProtected(id, to: content, renames: renames, basedOn: base)
        }
        return await withLinkNotices(SavedNote(modified, basedOn: base), modified, renames: renames)
    }

    /// Changes the text of a protected note.
    private func modifyProtected(
        _ id: Int, to content: String, renames: Bool, basedOn base: Int?
    ) async throws -> SavedNote {
        let note = try protection.opened(await note(id))
        guard note.isProtected else { throw NotesFault.unknownNote(id) }
        guard note.content != content else {
            return SavedNote(note: note, isUnchanged: true, conflict: nil, relinked: [])
        }
        guard let sealed = protection.sealed(content, of: id) else { throw NotesFault.locked(id) }
        guard
            let modified = try await store.write({ [clock] in
                try $0.modify(
                    id, content: note.readable(content), sealed: sealed, renames: renames, at: clock.now)
            })
        else { throw NotesFault.unknownNote(id) }
        return await withLinkNotices(SavedNote(modified, basedOn: base), modified, renames: renames)
    }

    /// The saved note, with the links that lost their note or may lead to another one.
    ///
    /// A store that cannot be read now has kept the change all the same.
    func withLinkNotices(_ saved: SavedNote, _ modified: ModifiedNote, renames: Bool) async -> SavedNote {
        (try? await tellingLinks(of: saved, modified, renames: renames)) ?? saved
    }

    private func tellingLinks(
        of saved: SavedNote, _ modified: ModifiedNote, renames: Bool
    ) async throws -> SavedNote {
        let (before, title) = (modified.before, NameKey.of(modified.note.title))
        guard before.trashedAt == nil, NameKey.of(before.title) != title else { return saved }
        var saved = saved
        saved.namesake = try await namesake(of: modified.note)
        guard try await store.read({ try $0.note(at: .title(before.title)) }) == nil else { return saved }
        let links = try await find(NoteQuery(filter: .linking(.title(before.title)), limit: .max))
            // A text that the user has written says itself what its links are.
            .filter { renames || $0.id != before.id }.map { note in
                References(note.content).targets.count { $0.names(before.title) }
            }.filter { $0 > 0 }
        guard !links.isEmpty else { return saved }
        saved.lost = SavedNote.LostTitle(
            title: before.title, notes: links.count, links: links.reduce(0, +), isUnlinkable: renames)
        return saved
    }

    private func namesake(of note: Note) async throws -> SavedNote.Namesake? {
        let (title, key) = (note.title, NameKey.of(note.title))
        guard !key.isEmpty else { return nil }
        return try await store.read { notes in
            guard let other = try notes.notes(.title(key), limit: 2).first(where: { $0.id != note.id }) else {
                return nil
            }
            // As the user would write it: not every title can stand in a link.
            let targets = References("[[\(title)]]").targets
            let linked = targets.count == 1 && targets[0].isTitle(title) ? try notes.note(at: targets[0]) : nil
            return SavedNote.Namesake(id: other.id, linked: linked?.id)
        }
    }

    /// Moves notes to the trash, all of them or none.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.inTrash`.
    package func remove(_ ids: [Int]) async throws -> [Note] {
        try await store.write { [clock] notes in
            try ids.map { id in
                let note = try notes.existing(id)
                guard note.trashedAt == nil else { throw NotesFault.inTrash(id) }
                return try notes.trash(id, at: clock.now) ?? note
            }
        }
    }

    /// Restores notes from the trash, all of them or none, each with the note that has its title now, if any.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.notInTrash`.
    package func restore(_ ids: [Int]) async throws -> [SavedNote] {
        let notes = try await store.write { notes in
            try ids.map { id in
                let note = try notes.trashed(id)
                return try notes.trash(id, at: nil) ?? note
            }
        }
        var restored: [SavedNote] = []
        for note in notes {
            var saved = SavedNote(note: note, isUnchanged: false, conflict: nil, relinked: [])
            saved.namesake = try? await namesake(of: note)
            restored.append(saved)
        }
        return restored
    }

    /// Removes notes for good, all of them or none; only those that are in the trash.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.notInTrash`.
    package func purge(_ ids: [Int]) async throws {
        try await store.write { notes in try notes.remove(ids.map { try notes.trashed($0) }) }
    }

    /// The note of this number, also one in the trash; of a protected one only the title, see `NoteProtection.opened(_:)`.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func note(_ id: Int) async throws -> Note { try await store.read { try $0.existing(id) } }

    /// The names of notes.
    package func names(of ids: [Int]) async throws -> [(id: Int, names: NoteNames)] {
        try await store.read { reader in
            var names: [(id: Int, names: NoteNames)] = []
            try reader.each(ids) { names.append(($0.id, $0.names)) }
            return names
        }
    }

    /// Those of notes with these names before that have another one now.
    package func renamed(since before: [(id: Int, names: NoteNames)]) async throws -> [RenamedNote] {
        let names = Dictionary(try await names(of: before.map(\.id)).map { ($0.id, $0.names) }) { $1 }
        return before.compactMap { old in
            names[old.id].flatMap { RenamedNote(id: old.id, from: old.names, to: $0) }
        }
    }

    /// The notes above a number, also those in the trash, by number.
    func page(after id: Int, limit: Int) async throws -> [Note] {
        try await store.read { try $0.notes(.above(id), limit: limit) }
    }

    /// The numbers of notes.
    func counts() async throws -> NoteCounts {
        try await store.read { try $0.counts() } ?? NoteCounts(active: 0, trashed: 0)
    }

    /// An observer of all later changes, by this process or another.
    package func changes() -> ChangeObserver<NoteChange> { store.changes() }

    func found(_ note: Note?, _ id: Int) throws -> Note {
        guard let note else { throw NotesFault.unknownNote(id) }
        return note
    }

    /// The text without blank lines around it.
    func checked(_ content: String) throws -> String {
        let trimmed = content.withoutOuterLineEnds
        guard !trimmed.allSatisfy(\.isWhitespace) else { throw NotesFault.emptyText }
        return trimmed
    }
}

/// The two notes of a new user.
///
/// Their titles do not depend on the language; the text of the first is in the user’s.
package enum WelcomeNotes {
    /// Their texts and times for a user of this language.
    static func all(in language: Language) -> [(content: String, time: CivilTime)] {
        [
            (
                "Welcome to MyNote.\n" + introduction(in: language),
                CivilTime(year: 2010, month: 8, day: 4, hour: 16, minute: 1, second: 3)
            ),
            (
                "欢迎使用MyNote。\n输入 add 内容 保存笔记，list 列出笔记，help 查看更多命令。",
                CivilTime(year: 2011, month: 12, day: 4, hour: 16, minute: 1, second: 3)
            ),
        ]
    }

    private static func introduction(in language: Language) -> String {
        switch language {
        case .french: "add TEXTE crée une note, list affiche les notes, help présente les autres commandes."
        case .simplifiedChinese: "输入“add 内容”保存笔记，list 列出笔记，help 查看更多命令。"
        default: "add TEXT keeps a note, list shows them, help says what else there is."
        }
    }

    /// The number of the first one to read in this language.
    package static func first(in language: Language) -> Int { language == .simplifiedChinese ? 2 : 1 }

    /// Whether these are the welcome notes and no others.
    package static func are(_ notes: [Note]) -> Bool {
        notes.count == 2 && Set(notes.map(\.title)) == ["Welcome to MyNote.", "欢迎使用MyNote。"]
    }
}

/// Undo and redo of the changes of commands.
extension NotesService {
    /// The changes of commands, the newest first.
    package func journal() async throws -> [JournalEntry] {
        try await store.read { try $0.journal(limit: Journal.mostEntries) }
    }

    /// Undoes the last change, or redoes the one undone last: all of it or nothing.
    ///
    /// An impossible step is skipped from then on.
    ///
    /// - Returns: The entries; none if there is nothing to do.
    /// - Throws: As `NoteDAO.perform(_:_:titles:at:)`; `NotesFault.locked` if a needed title is sealed.
    package func perform(_ step: JournalStep) async throws -> [JournalEntry] {
        var titles: [Int: [Int: String]] = [:]
        for (note, version) in try await store.read({ try $0.sealedVersions(for: step) }) {
            titles[note.id, default: [:]][version.number] = note.readable(
                try protection.opened(version, of: note.id).content)
        }
        let now = clock.now
        do {
            return try await store.write { [titles] notes in
                try notes.perform(step) { try notes.perform(step, &$0, titles: titles, at: now) }
            }
        } catch let failure as JournalFailure {
            try await store.write { try $0.pass(failure) }
            throw failure.fault
        }
    }
}
