// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import AtriumSecrets
package import AtriumSession
import AtriumStores

/// Texts from an editor, during which the note may have changed.
extension NotesService {
    /// The front matter that an editor shows above a note’s text: that of its file, or one of the note’s properties; empty
    /// for none.
    package func head(of note: Note) async throws -> String {
        guard !note.isProtected else { return "" }
        if let head = try await store.read({ try $0.files?.head(of: note.id) }) {
            if !head.isEmpty { return head.replacing("\u{FEFF}", with: "") }
        } else if !note.marks.others.isEmpty {
            return NoteHead(editing: note).block.replacing("\n", with: note.content.lineEnd)
        }
        // A text that begins as front matter does would be read as such.
        guard (try? FrontMatterBlock(of: note.content)) != nil else { return "" }
        return FrontMatterBlock.empty(end: note.content.lineEnd)
    }

    /// Saves front matter and text from an editor that showed both.
    ///
    /// - Parameter head: The front matter that was shown.
    /// - Throws: As `save(edited:of:basedOn:)`.
    package func save(edited page: String, of note: Note, under head: String, basedOn base: Int? = nil)
        async throws -> SavedNote
    {
        // Invalid front matter is text: nothing of it is lost.
        let block = note.isProtected ? nil : try? FrontMatterBlock(of: page)
        guard (block?.text ?? "") != head else {
            return try await save(edited: block?.rest ?? page, of: note, basedOn: base)
        }
        let content = block.map { String($0.rest.drop { $0.isNewline }) } ?? page
        var saved: SavedNote?
        if content != note.content { saved = try await save(edited: content, of: note, basedOn: base) }
        let (zone, id) = (timeZone, note.id)
        let isUnlocked = protection.isUnlocked
        let (taken, lock) = try await store.write { notes -> (Note?, String?) in
            let before = try notes.note(id)
            let taken = try notes.take(head: block?.text ?? "", of: id, in: zone)
            guard let before, let taken else { return (taken, nil) }
            // With the field `notebook` it may have come into a protected one.
            let lock = try notes.lock(sealing: before, comingTo: taken.marks.notebook)
            if let lock, !isUnlocked { throw NotesFault.lockedNotebook(lock) }
            return (taken, lock)
        }
        guard let taken else {
            // The note is gone meanwhile: keep the text with its front matter.
            _ = try await keepUnfinished(page, as: nil)
            throw EditFault.gone(id)
        }
        if let lock { try await seal([id], for: lock) }
        saved?.note = taken
        return saved ?? SavedNote(ModifiedNote(note: taken, before: note), basedOn: nil)
    }

    /// Saves a text from an editor; it is kept whatever happened to the note meanwhile.
    ///
    /// A note that went to the trash meanwhile comes back with the text. If another shell or program has changed other lines
    /// meanwhile, both changes are made; if it has changed the same lines, its text stays as a version.
    ///
    /// - Parameter note: The note with its whole text, as it was when the editor was opened.
    /// - Throws: `EditFault` if the text is kept elsewhere; `NotesFault.emptyText`, after which the note is unchanged.
    package func save(edited content: String, of note: Note, basedOn base: Int? = nil) async throws -> SavedNote {
        do {
            var saved = try await merge(content, of: note, basedOn: base ?? note.version)
            guard saved.note.trashedAt != nil, note.trashedAt == nil else { return saved }
            saved.note = try found(await store.write({ try $0.trash(note.id, at: nil) }), note.id)
            saved.cameBack = true
            return saved
        } catch NotesFault.emptyText {
            throw NotesFault.emptyText
        } catch NotesFault.unknownNote where note.isProtected {
            throw EditFault.goneProtected(note.id, kept: try await addProtected(content).id)
        } catch NotesFault.unknownNote {
            _ = try await keepUnfinished(content, as: nil)
            throw EditFault.gone(note.id)
        } catch  where !note.isProtected {
            guard (try? await keepUnfinished(content, as: nil)) != nil else { throw error }
            throw EditFault.notSaved(error)
        }
    }

    /// Merges a note’s text with the changes of others since a version.
    private func merge(_ content: String, of note: Note, basedOn base: Int) async throws -> SavedNote {
        guard !note.isProtected else { return try await modify(note.id, to: content, basedOn: base) }
        let (mine, now) = (try checked(content), clock.now)
        let (modified, isMerged) = try await store.write { notes -> (ModifiedNote?, Bool) in
            guard let present = try notes.note(note.id), !present.isProtected, present.version != base,
                let old = try notes.versions(of: note.id).first(where: { $0.number == base })?.content,
                let merged = try LineMerge.merged(old, mine, present.content)
            else { return (nil, false) }
            return (
                try notes.modify(note.id, content: merged, sealed: nil, renames: false, at: now), merged != mine
            )
        }
        guard let modified else { return try await modify(note.id, to: content, basedOn: base) }
        var saved = await withLinkNotices(SavedNote(modified, basedOn: nil), modified, renames: false)
        saved.isMerged = isMerged
        return saved
    }

    /// Keeps a new note that is protected from the start: only its title is ever written in the clear.
    private func addProtected(_ content: String) async throws -> Note {
        guard protection.isUnlocked else { throw NotesFault.nothingProtected }
        let title = Note.firstLine(of: content)
        let draft = NoteDraft(content: title, createdAt: clock.now)
        guard let note = try await store.write({ try $0.add([draft]) }).first else { throw NotesFault.emptyText }
        let version = NoteVersion(
            number: note.version, savedAt: note.modifiedAt, content: title,
            sealed: protection.sealed(content, of: note.id))
        return try found(await store.write({ try $0.rewrite(note.id, [version]) }), note.id)
    }
}

/// Texts that grow at an end, and the notes of days.
extension NotesService {
    /// An end of a note’s text.
    package enum End: Sendable {
        /// Below its title, if that is a line of the text.
        case top
        case bottom
    }

    /// Adds lines to a note’s present text; in a graph of Logseq they are a block.
    ///
    /// - Throws: As `modify(_:to:basedOn:finishing:)`.
    package func extend(_ id: Int, by text: String, at end: End) async throws -> SavedNote {
        let lines = try checked(text)
        let now = clock.now
        let modified = try await store.write { notes -> ModifiedNote? in
            guard let note = try notes.note(id), !note.isProtected else { return nil }
            return try notes.modify(
                id,
                content: note.extended(
                    by: lines, at: end, isOutline: notes.files?.graph != nil, in: notes.files?.lineEnd(of: id)),
                sealed: nil, renames: false, at: now)
        }
        if let modified { return await withLinkNotices(SavedNote(modified, basedOn: nil), modified, renames: false) }
        let note = try protection.opened(await note(id))
        return try await modify(id, to: note.extended(by: lines, at: end), basedOn: note.version)
    }

    /// The note whose name is a day, made from the template “daily” if there is none; in a graph of Logseq, the journal of
    /// the day, and in a vault of Obsidian the note that its settings say.
    ///
    /// - Parameters:
    ///   - lines: The lines of a new note below the template; an existing note stays unchanged.
    ///   - language: The language of the template’s names of days.
    /// - Returns: The note, and the unknown gaps of the template.
    package func note(
        of day: Day, adding lines: String? = nil, in language: Language
    ) async throws -> (note: Note, unknown: [String], isNew: Bool) {
        let settings = try await store.read { $0.files?.bytes(of: DailyNotes.file, limit: 1 << 16) }
        let vault = settings.flatMap(DailyNotes.init)
        let own = vault?.path(of: day)
        let name = own ?? day.text
        if let note = try await note(named: name) { return (note, [], false) }
        // One that was made before the vault had its settings.
        if own != nil, let note = try await note(named: day.text) { return (note, [], false) }
        let today = Day(clock.now, in: timeZone)
        let time = day == today ? clock.now : day.start(in: timeZone)
        let filled = try await filledTemplate(
            "daily", ofFile: own.map { FilePath($0).last }, from: vault?.templatePath, title: "", at: time,
            in: language)
        let text = filled.text
        // A template of the user may have another first line.
        let isCalledSo = own == nil && NameKey.of(Note.title(of: text)) == NameKey.of(day.text)
        var draft = NoteDraft(content: "", createdAt: time, marks: filled.marks)
        let path = if let own { own } else { try await journal(of: day) }
        if let path {
            // Its name says the day.
            draft.content = isCalledSo ? String(TextLines.first(of: text).rest).withoutOuterLineEnds : text
            draft.names = NoteNames(path: path)
            draft.marks.notebook = FilePath(path).folder
            if let lines {
                let isOutline = try await graph() != nil
                draft.content = Note(id: 0, draft).extended(by: try checked(lines), at: .bottom, isOutline: isOutline)
            }
        } else {
            let titled = isCalledSo ? text : day.text + "\n" + text
            draft.content = try checked(lines.map { try titled.withoutOuterLineEnds + "\n" + checked($0) } ?? titled)
            draft.marks.notebook = ""
        }
        if try await lock(ofNotebook: draft.marks.notebook) != nil {
            if let note = try await note(named: name) { return (note, [], false) }
            return (try await keep(draft), filled.unknown, true)
        }
        // Found or made in one transaction: another shell may be faster.
        let made = try await store.write { [draft] notes in
            if let note = try notes.note(at: .title(name), from: nil) { return (note: note, isNew: false) }
            guard let note = try notes.add([draft]).first else { throw NotesFault.emptyText }
            return (note: note, isNew: true)
        }
        return (made.note, made.isNew ? filled.unknown : [], made.isNew)
    }

    /// The number of the newest notes of journals to look at: one with the name of a journal is enough.
    private static let journalsSeen = 20

    /// The path for the journal of a day: in a graph of Logseq, and beside journals with Logseq’s names.
    private func journal(of day: Day) async throws -> String? {
        if let graph = try await graph() { return graph.file(ofJournal: day) }
        let query = NoteQuery(filter: .notebook("journals"), limit: Self.journalsSeen)
        return try await find(query).lazy.compactMap { LogseqName.journal(of: day, beside: $0.names.path) }.first
    }

    /// The settings of the folder, if it is a graph of Logseq.
    private func graph() async throws -> LogseqFolder? { try await store.read { $0.files?.graph } }

    /// Changes the time of a note’s creation.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func redate(_ id: Int, to time: Timestamp) async throws -> Note {
        try found(await store.write({ try $0.mark(id, .created(time)) }), id)
    }
}

extension Note {
    /// - Parameter fileEnd: The ends of lines in the note’s file, for a text of one line.
    fileprivate func extended(
        by lines: String, at end: NotesService.End, isOutline: Bool = false, in fileEnd: String? = nil
    ) -> String {
        let added = isOutline ? OutlineText.block(lines) : lines
        guard !content.isEmpty else { return added }
        // Added lines end as those of the text do.
        let lineEnd = content.utf8.contains(0x0A) ? content.lineEnd : fileEnd ?? "\n"
        let lines = lineEnd == "\n" ? added : added.replacing("\r\n", with: "\n").replacing("\n", with: lineEnd)
        switch end {
        case .bottom: return content + (content.utf8.last == 0x0A ? "" : lineEnd) + lines
        case .top:
            guard names.isEmpty else {
                let start = isOutline ? OutlineText(content).start : content.startIndex
                let (before, behind) = (content[..<start], content[start...])
                let gap = before.isEmpty || before.last?.isNewline == true ? "" : lineEnd
                return [before, gap[...], lines[...], behind.isEmpty ? "" : lineEnd[...], behind].joined()
            }
            let rest = content.dropFirst(firstLine.count)
            return firstLine + lineEnd + lines + rest
        }
    }
}

/// Versions, and unfinished texts.
extension NotesService {
    /// The versions of a note’s text, the newest and present one first; while a protected note is locked they have only its
    /// title.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func versions(of id: Int) async throws -> [NoteVersion] {
        let versions = try await store.read { try $0.versions(of: id) }
        guard !versions.isEmpty else { throw NotesFault.unknownNote(id) }
        return protection.isUnlocked ? try versions.map { try protection.opened($0, of: id) } : versions
    }

    /// One version of a note’s text.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.unknownVersion`, `NotesFault.locked`.
    package func version(_ number: Int, of id: Int) async throws -> NoteVersion {
        guard let version = try await versions(of: id).first(where: { $0.number == number }) else {
            throw NotesFault.unknownVersion(number, note: id)
        }
        guard version.sealed == nil else { throw NotesFault.locked(id) }
        return version
    }

    /// Makes a version’s text the present one again; the former text stays as a version.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.unknownVersion`.
    package func restore(_ id: Int, version number: Int) async throws -> SavedNote {
        let version = try await version(number, of: id)
        return try await modify(id, to: version.content)
    }

    /// Keeps an unfinished text beyond the process; returns its number.
    package func keepUnfinished(_ content: String, as id: Int?) async throws -> Int {
        try await WritePermit.recording {
            try await store.write { [clock] in try $0.keepUnfinished(content, as: id, at: clock.now) }
        }
    }

    /// Removes an unfinished text.
    package func dropUnfinished(_ id: Int) async throws { try await store.write { try $0.dropUnfinished(id) } }

    /// The unfinished texts, the one saved last first.
    ///
    /// Their places in this list, from 1, are their names in commands.
    package func unfinished() async throws -> [UnfinishedNote] { try await store.read { try $0.unfinished() } }

    /// The unfinished text of a place in the list, or the last one.
    ///
    /// - Throws: `NotesFault.nothingUnfinished`, `NotesFault.unknownDraft`.
    package func unfinished(_ place: String?) async throws -> UnfinishedNote {
        let texts = try await unfinished()
        guard let place else {
            guard let last = texts.first else { throw NotesFault.nothingUnfinished }
            return last
        }
        guard let text = Int(place).flatMap({ texts[number: $0] }) else { throw NotesFault.unknownDraft(place) }
        return text
    }

    /// The text of a template with date and title filled in: that of a note in the notebook “Templates” by its title,
    /// without its first line, or a built-in one.
    ///
    /// - Parameters:
    ///   - file: The name of a file that the text is for, which has its title; `nil` if the text has it.
    ///   - path: The path of a template that comes first.
    /// - Throws: `NotesFault.unknownTemplate`.
    package func filledTemplate(
        _ name: String, ofFile file: String? = nil, from path: String? = nil, title: String, at time: Timestamp? = nil,
        in language: Language
    ) async throws -> FilledTemplate {
        var own: Note?
        if file != nil, let path { own = try await note(named: path) }
        if own == nil {
            own = try await find(
                NoteQuery(filter: .notebook(NoteTemplate.notebook), sort: .title, limit: 1_000)
            ).first { NameKey.of($0.title) == NameKey.of(name) }
        }
        var found = file == nil ? NoteTemplate.builtIn[name.lowercased()] : NoteTemplate(text: "")
        if let own {
            // In the file’s own front matter a gap may be a value: `when: {{date}}`.
            let written = try await store.read { try $0.files?.head(of: own.id) }
            var head = NoteHead(others: own.marks.others)
            head.setTags(own.marks.tags)
            found = NoteTemplate(text: own.body, head: written ?? head.block)
        }
        guard let template = found else { throw NotesFault.unknownTemplate(name) }
        return template.filled(
            for: NoteTemplate.Values(
                title: file ?? title, hasTitle: file != nil, now: time ?? clock.now, zone: timeZone, language: language)
        )
    }
}
