// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic
import NotesStore

/// A text that another program saved during a change, and that became a version of its note.
struct OvertakenText: Hashable, Sendable {
    let note: Int
    let path: String
    let version: Int
    /// The text; `nil` if it is more than a note’s text, such as one with other front matter.
    let content: String?
    /// The text that both have changed; `nil` if it is unknown.
    var base: String?

    /// The notice for the user.
    var news: SkippedFile {
        SkippedFile(path: path, reason: .kept, version: SkippedFile.VersionName(note: note, number: version))
    }
}

/// The attempts to make one change while other programs save its files.
///
/// Each attempt starts from texts without the change. A program that was faster may have read a text of an earlier
/// attempt, before that was taken back, and saved more of it: then the change is taken out of its text, made again, and
/// put together with that text.
struct ChangeAttempts: Sendable {
    /// The number of attempts so far.
    private(set) var count = 0
    /// The notes whose files were saved meanwhile.
    private var notes: Set<Int> = []
    /// The texts of notes without the change and with it, if other programs could read the latter.
    private var shown: [Int: Shown] = [:]

    private struct Shown {
        let before: String
        let made: String
    }

    /// The texts of notes at the beginning of an attempt.
    struct Start {
        /// The present ones of notes whose files were saved meanwhile.
        fileprivate var bases: [Int: String] = [:]
        /// The notes with texts of other programs that have the change already.
        fileprivate var theirs: [Note] = []
    }

    /// Counts an attempt that failed.
    ///
    /// - Parameters:
    ///   - saved: Returns the text of a note in a saved file.
    ///   - present: Returns the text of a note that the attempt started from.
    mutating func add(
        _ conflict: FolderWriter.FileConflict, saved: (ReadFile, String) -> String?, present: (Int) throws -> NotePage?
    ) rethrows {
        count += 1
        if let note = conflict.note { notes.insert(note) }
        for (id, made) in conflict.shown where shown[id] == nil {
            guard let page = try present(id) else { continue }
            let file = conflict.saved.first { $0.path == page.path }
            shown[id] = Shown(before: file.flatMap { saved($0.file, $0.path) } ?? page.content, made: made)
        }
    }

    /// The text of a note, and the path of its file.
    typealias NotePage = (content: String, path: String)

    /// Takes the change out of texts that have it already.
    func begin(_ rows: NoteRows) throws -> Start {
        var start = Start()
        for id in notes { start.bases[id] = try rows.note(id)?.content }
        for (id, texts) in shown {
            guard let note = try rows.note(id), !note.isProtected, note.content != texts.before,
                LineMerge.has(note.content, gainOf: texts.made, over: texts.before)
            else { continue }
            start.theirs.append(note)
            _ = try rows.revise(note, texts.before, nil, at: note.modifiedAt)
        }
        return start
    }

    /// Puts the change together with the texts that it was taken out of.
    ///
    /// - Returns: The texts that stay as versions, since the same lines are changed.
    func end(_ rows: NoteRows, since start: Start) throws -> [SkippedFile] {
        try start.theirs.compactMap { theirs in
            guard let made = shown[theirs.id]?.made, let mine = try rows.note(theirs.id), !mine.isProtected else {
                return nil
            }
            guard let merged = try LineMerge.merged(made, mine.content, theirs.content, addsBoth: true) else {
                let version = SkippedFile.VersionName(note: theirs.id, number: theirs.version)
                return SkippedFile(path: theirs.names.path, reason: .kept, version: version)
            }
            if merged != mine.content { _ = try rows.revise(mine, merged, nil, at: mine.modifiedAt) }
            return nil
        }
    }

    /// The overtaken texts, with what they and the change have changed.
    func based(_ overtaken: [OvertakenText], on start: Start) -> [OvertakenText] {
        overtaken.map { text in
            var text = text
            text.base = start.bases[text.note]
            return text
        }
    }
}

extension OvertakenText {
    /// Puts the text together with the present one of the note.
    ///
    /// - Returns: `false` if it stays a version, since the same lines are changed.
    func merge(into notes: any NoteDAO) throws -> Bool {
        guard let content, let base, let note = try notes.note(note), note.trashedAt == nil, !note.isProtected,
            let merged = try LineMerge.merged(base, note.content, content, addsBoth: true)
        else { return false }
        _ = try notes.modify(note.id, content: merged, at: note.modifiedAt)
        return true
    }
}
