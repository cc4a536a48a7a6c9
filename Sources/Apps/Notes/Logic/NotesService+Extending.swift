// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import NotesStore
package import Session

/// Texts that grow at an end, and the notes of days.
extension NotesService {
    /// An end of a note’s text.
    package enum End: Sendable {
        /// Below its title, where that is a line of the text.
        case top
        case bottom
    }

    /// Adds lines to a note’s text, whatever somebody else has just added; in a graph of Logseq’s they are a block.
    ///
    /// - Throws: as `modify(_:to:basedOn:finishing:)`.
    package func extend(_ id: Int, by text: String, at end: End) async throws -> SavedNote {
        let lines = try checked(text)
        let now = clock.now
        let modified = try await dao.write(owner) { notes -> ModifiedNote? in
            guard let note = try notes.note(id), !note.isProtected else { return nil }
            return try notes.modify(
                id, content: note.extended(by: lines, at: end, isOutline: notes.files?.graph != nil), sealed: nil,
                renames: false, at: now)
        }
        if let modified { return await told(SavedNote(modified, basedOn: nil), modified, renames: false) }
        let note = try opened(await note(id))
        return try await modify(id, to: note.extended(by: lines, at: end), basedOn: note.version)
    }

    /// The note of a day, which is called as the day: the one that is there, or a new one of the template “daily”.
    ///
    /// In a graph of Logseq’s that is the journal of the day.
    ///
    /// - Parameters:
    ///   - lines: What a new one has below the template; the note that is there is not changed.
    ///   - language: The one that the template’s names of days are in.
    /// - Returns: With what of the template is no gap that is known.
    package func note(
        of day: Day, adding lines: String? = nil, in language: Language
    ) async throws -> (note: Note, unknown: [String], isNew: Bool) {
        if let note = try await note(named: day.text) { return (note, [], false) }
        let today = Day(clock.now, in: timeZone)
        let time = day == today ? clock.now : day.start(in: timeZone)
        let filled = try await filledTemplate("daily", title: "", at: time, in: language)
        let text = filled.text
        // A template of one’s own may have another first line.
        let isCalledSo = NameKey.of(Note.title(of: text)) == NameKey.of(day.text)
        var draft = NoteDraft(content: "", createdAt: time, marks: filled.marks)
        if let path = try await journal(of: day) {
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
        // Looked for and made in one transaction: another shell may be faster.
        let made = try await dao.write(owner) { [draft] notes in
            if let note = try notes.note(at: .title(day.text), from: nil) { return (note: note, isNew: false) }
            guard let note = try notes.add([draft]).first else { throw NotesFault.emptyText }
            return (note: note, isNew: true)
        }
        return (made.note, made.isNew ? filled.unknown : [], made.isNew)
    }

    /// So many of the newest notes of journals are looked at: one that is called as the journal of a day is enough.
    private static let journalsSeen = 20

    /// Where the journal of a day is to be: in a graph of Logseq’s, and where other days have theirs as Logseq names them.
    private func journal(of day: Day) async throws -> String? {
        if let graph = try await graph() { return graph.file(ofJournal: day) }
        let query = NoteQuery(filter: .notebook("journals"), limit: Self.journalsSeen)
        return try await find(query).lazy.compactMap { LogseqName.journal(of: day, beside: $0.names.path) }.first
    }

    /// How the folder is kept, if it is a graph of Logseq’s.
    private func graph() async throws -> LogseqFolder? { try await dao.read(owner) { $0.files?.graph } }

    /// Says when a note was made.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func redate(_ id: Int, to time: Timestamp) async throws -> Note {
        try found(await dao.mark(id, .created(time), owner: owner), id)
    }
}

extension Note {
    fileprivate func extended(by lines: String, at end: NotesService.End, isOutline: Bool = false) -> String {
        let added = isOutline ? OutlineText.block(lines) : lines
        guard !content.isEmpty else { return added }
        // What is added ends its lines as the text does.
        let lineEnd = content.utf8.contains(0x0D) && content.contains("\r\n") ? "\r\n" : "\n"
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
