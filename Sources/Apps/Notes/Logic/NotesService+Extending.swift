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

    /// Adds lines to a note’s text, whatever somebody else has just added.
    ///
    /// - Throws: as `modify(_:to:basedOn:finishing:)`.
    package func extend(_ id: Int, by text: String, at end: End) async throws -> SavedNote {
        let lines = try checked(text)
        let now = clock.now
        let modified = try await dao.write(owner) { notes -> ModifiedNote? in
            guard let note = try notes.note(id), !note.isProtected else { return nil }
            return try notes.modify(
                id, content: note.extended(by: lines, at: end), sealed: nil, renames: false, at: now)
        }
        if let modified { return try await told(SavedNote(modified, basedOn: nil), modified, renames: false) }
        let note = try opened(await note(id))
        return try await modify(id, to: note.extended(by: lines, at: end), basedOn: note.version)
    }

    /// The note of a day, which is called as the day: the one that is there, or a new one of the template “daily”.
    ///
    /// In a graph of Logseq’s that is the journal of the day.
    ///
    /// - Parameter language: The one that the template’s names of days are in.
    /// - Returns: With what of the template is no gap that is known.
    package func note(
        of day: Day, in language: Language
    ) async throws -> (note: Note, unknown: [String], isNew: Bool) {
        if let note = try await note(named: day.text) { return (note, [], false) }
        let today = Day(clock.now, in: timeZone)
        let time = day == today ? clock.now : day.start(in: timeZone)
        let filled = try await filledTemplate("daily", title: "", at: time, in: language)
        let text = filled.text
        // A template of one’s own may have another first line.
        let isCalledSo = NameKey.of(Note.title(of: text)) == NameKey.of(day.text)
        if let path = try await journal(of: day) {
            // Its name says the day.
            let content = isCalledSo ? String(TextLines.first(of: text).rest).withoutOuterLineEnds : text
            let draft = NoteDraft(
                content: content, createdAt: time, marks: NoteMarks(notebook: FilePath(path).folder),
                names: NoteNames(path: path))
            if let note = try await dao.create([draft], owner: owner).first { return (note, filled.unknown, true) }
        }
        return (try await add(isCalledSo ? text : day.text + "\n" + text, at: time), filled.unknown, true)
    }

    /// So many of the newest notes of journals are looked at: one that is called as the journal of a day is enough.
    private static let journalsSeen = 20

    /// Where the journal of a day is to be: in a graph of Logseq’s, and where other days have theirs as Logseq names them.
    private func journal(of day: Day) async throws -> String? {
        if let graph = try await dao.read(owner, { $0.files?.graph }) { return graph.file(ofJournal: day) }
        let query = NoteQuery(filter: .notebook("journals"), limit: Self.journalsSeen)
        return try await find(query).lazy.compactMap { LogseqName.journal(of: day, beside: $0.names.path) }.first
    }

    /// Says when a note was made.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func redate(_ id: Int, to time: Timestamp) async throws -> Note {
        try found(await dao.mark(id, .created(time), owner: owner), id)
    }
}

extension Note {
    fileprivate func extended(by lines: String, at end: NotesService.End) -> String {
        guard !content.isEmpty else { return lines }
        // What is added ends its lines as the text does.
        let lineEnd = content.utf8.contains(0x0D) && content.contains("\r\n") ? "\r\n" : "\n"
        let lines = lineEnd == "\n" ? lines : lines.replacing("\r\n", with: "\n").replacing("\n", with: lineEnd)
        switch end {
        case .bottom: return content + (content.utf8.last == 0x0A ? "" : lineEnd) + lines
        case .top:
            guard names.isEmpty else { return lines + lineEnd + content }
            let rest = content.dropFirst(firstLine.count)
            return firstLine + lineEnd + lines + rest
        }
    }
}
