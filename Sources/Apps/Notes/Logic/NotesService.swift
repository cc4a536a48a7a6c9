// SPDX-License-Identifier: GPL-3.0-or-later

package import Secrets
package import Session
package import Stores
package import Worlds

/// The rules of notes, and the only one who writes them, for one user.
package final class NotesService: Sendable {
    let store: NoteStore
    let owner: UserID
    let clock: any WallClock
    /// Where the user’s wall clock hangs.
    package let timeZone: Zone
    let sealingCost: Argon2Parameters
    let vault = NoteVault()
    /// Where the notes are.
    package let choice: StoreChoice
    /// The folder that they are in; nil if they are in the system.
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

    /// - Parameter sealingCost: What deriving a key from the password of protected notes costs.
    package init(
        store: NoteStore, owner: UserID, clock: any WallClock, timeZone: Zone,
        sealingCost: Argon2Parameters = .current, choice: StoreChoice = .system, folder: (any NoteFolder)? = nil
    ) {
        self.folder = folder
        self.choice = choice
        self.sealingCost = sealingCost
        self.store = store
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
    }

    /// Deletes everything that a user keeps in a world’s system; a folder of the user’s own is left as it is.
    ///
    /// - Parameter onProgress: Hears how many notes are gone.
    /// - Throws: `StoreFault`; what was deleted until then stays so.
    package static func deleteAll(
        of user: UserID, among stores: any NoteStores, in world: World, onProgress: @MainActor (Int) -> Void
    ) async throws {
        try await removeAll(from: stores.open(for: user, in: world), onProgress: onProgress)
    }

    /// How many notes are removed in one transaction: others wait for no more than these.
    private static let removalStep = 200

    /// Removes everything in a store, in steps between which others may write.
    ///
    /// - Parameter onProgress: Receives the number of notes that are gone.
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

    /// How many notes and attachments a user has in a system, those in the trash among them: what `deleteAll` deletes.
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

    /// Gives a user who never had a note the two welcome notes; a folder of one’s own is left as it is.
    ///
    /// - Parameter language: The one that the user reads them in.
    package func welcome(in language: Language) async throws {
        guard choice == .system else { return }
        let drafts = WelcomeNotes.all(in: language).map { content, time in
            NoteDraft(content: content, createdAt: time.timestamp(in: timeZone) ?? clock.now)
        }
        // Looked at first without the write lock: all but the first call of a user end here.
        guard try await store.read({ try $0.counts() }) == nil else { return }
        try await store.write { notes in
            if try notes.counts() == nil { _ = try notes.add(drafts) }
        }
    }

    /// Keeps a new note, in a notebook if one is named.
    ///
    /// - Parameters:
    ///   - time: When it was made; nil: now.
    ///   - unfinished: The unfinished text that it is made of, which is none any more then.
    /// - Throws: `NotesFault.emptyText`.
    package func add(
        _ content: String, in notebook: String = "", at time: Timestamp? = nil, finishing unfinished: Int? = nil,
        marks: NoteMarks = NoteMarks()
    ) async throws -> Note {
        var marks = marks
        marks.notebook = NotebookName.normal(notebook)
        let draft = NoteDraft(content: try checked(content), createdAt: time ?? clock.now, marks: marks)
        guard let note = try await store.write({ try $0.add([draft], finishing: unfinished) }).first else {
            throw NotesFault.emptyText
        }
        return note
    }

    /// Changes a note’s text and nothing else; the text before stays as a version.
    ///
    /// - Parameters:
    ///   - base: The version that the new text was made from; nil: whichever is there.
    ///   - unfinished: A text that was kept unfinished and is this one; it is kept no longer.
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.emptyText`, `NotesFault.locked`.
    package func modify(
        _ id: Int, to content: String, basedOn base: Int? = nil, finishing unfinished: Int? = nil
    ) async throws -> SavedNote {
        try await modify(id, to: checked(content), renames: false, basedOn: base, finishing: unfinished)
    }

    /// Gives a note another name: links to it follow.
    ///
    /// Of a note that has a name of its own nothing else changes; of any other the title that its text begins with does:
    /// a heading stays one, and nothing but a title is replaced.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.emptyText`, `NotesFault.locked`.
    package func rename(_ id: Int, to title: String) async throws -> SavedNote {
        let title = Note.firstLine(of: try checked(title))
        let note = try opened(await note(id))
        guard note.names.isEmpty else {
            guard let modified = try await store.write({ [clock] in try $0.rename(id, to: title, at: clock.now) })
            else {
                throw NotesFault.unknownNote(id)
            }
            return await told(SavedNote(modified, basedOn: nil), modified, renames: true)
        }
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
            // There is none, or it is protected.
            return try await modifyProtected(id, to: content, renames: renames, basedOn: base)
        }
        return await told(SavedNote(modified, basedOn: base), modified, renames: renames)
    }

    /// What was saved, with what is to be said of links that have lost their note, or may go to another one.
    ///
    /// A store that cannot be read now has kept the change all the same.
    func told(_ saved: SavedNote, _ modified: ModifiedNote, renames: Bool) async -> SavedNote {
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
            .filter { $0.id != before.id }.map { note in
                References(note.content).targets.count { $0.isTitle(before.title) }
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
                guard let note = try notes.note(id) else { throw NotesFault.unknownNote(id) }
                guard note.trashedAt == nil else { throw NotesFault.inTrash(id) }
                return try notes.trash(id, at: clock.now) ?? note
            }
        }
    }

    /// Brings a note back from the trash, with what is to be said of links that may go to it again.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.notInTrash`.
    package func restore(_ id: Int) async throws -> SavedNote {
        guard try await note(id).trashedAt != nil else { throw NotesFault.notInTrash(id) }
        let note = try found(await store.write({ try $0.trash(id, at: nil) }), id)
        var saved = SavedNote(note: note, isUnchanged: false, conflict: nil, relinked: [])
        saved.namesake = try? await namesake(of: note)
        return saved
    }

    /// Removes a note for good; only one that is in the trash.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.notInTrash`.
    package func purge(_ id: Int) async throws {
        guard try await note(id).trashedAt != nil else { throw NotesFault.notInTrash(id) }
        guard try await store.write({ try $0.remove(id) }) else { throw NotesFault.unknownNote(id) }
    }

    /// The note of this number, also one in the trash; a protected one has its title alone, see `opened(_:)`.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func note(_ id: Int) async throws -> Note {
        try found(await store.read({ try $0.note(id) }), id)
    }

    /// The notes above a number, also those in the trash, by number.
    func page(after id: Int, limit: Int) async throws -> [Note] {
        try await store.read { try $0.notes(.above(id), limit: limit) }
    }

    /// How many notes there are.
    func counts() async throws -> NoteCounts {
        try await store.read { try $0.counts() } ?? NoteCounts(active: 0, trashed: 0)
    }

    /// Somebody who hears of each change from now on, by this process or another.
    package func changes() -> ChangeObserver<NoteChange> { store.changes() }

    func found(_ note: Note?, _ id: Int) throws -> Note {
        guard let note else { throw NotesFault.unknownNote(id) }
        return note
    }

    /// The text without blank lines around it, which nobody meant to keep.
    func checked(_ content: String) throws -> String {
        let trimmed = content.withoutOuterLineEnds
        guard !trimmed.allSatisfy(\.isWhitespace) else { throw NotesFault.emptyText }
        return trimmed
    }
}

/// The two notes that everybody starts with.
///
/// Their titles are the same for everybody; the first says in the user’s language what to type, where the second does
/// not.
package enum WelcomeNotes {
    /// Their texts and times for a user of this language.
    static func all(in language: Language) -> [(content: String, time: CivilTime)] {
        [
            (
                "Welcome to MyNote.\n" + (language == .french ? french : english),
                CivilTime(year: 2010, month: 8, day: 4, hour: 16, minute: 1, second: 3)
            ),
            (
                "欢迎使用MyNote。\n输入 add 内容 保存笔记，list 列出笔记，help 查看更多命令。",
                CivilTime(year: 2011, month: 12, day: 4, hour: 16, minute: 1, second: 3)
            ),
        ]
    }

    private static let english = "add TEXT keeps a note, list shows them, help says what else there is."
    private static let french = "add TEXTE garde une note, list les montre, help dit ce qu’il y a d’autre."

    /// The number of the one that a user of this language reads first.
    package static func first(in language: Language) -> Int { language == .simplifiedChinese ? 2 : 1 }

    /// Whether these are the welcome notes and no others.
    package static func are(_ notes: [Note]) -> Bool {
        notes.count == 2 && Set(notes.map(\.title)) == ["Welcome to MyNote.", "欢迎使用MyNote。"]
    }
}
