// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores
import Foundation

extension NoteDAO {
    /// Writes to the journal the changes in this transaction by the command of the present task.
    ///
    /// - Parameter heads: The former front matter of notes in their files.
    package func journalChanges(heads: [Int: String] = [:]) throws {
        guard let log, Origin.current?.isJournaled == true, !log.isJournaled else { return }
        let steps = try log.steps(in: self, heads: heads)
        guard log.isLasting || !steps.isEmpty else { return }
        let kept = log.isLasting ? steps.compactMap(\.withoutDetails) : steps
        try record(JournalEntry.lines(ofNotes: kept), isLasting: log.isLasting)
    }

    /// Limits the journal’s data about notes to what the store has: nothing of removed notes, whose changes cannot be
    /// undone any more, and no title of a sealed text.
    ///
    /// The journal is read once, however many notes there are.
    func sealJournal(of ids: Set<Int>, isRemoved: Bool) throws {
        // Entries of imports are long, and most have nothing to do with a single note.
        let number = ids.count == 1 ? ids.first.map { Array("\($0)".utf8) } : nil
        for var entry in try journal(limit: Journal.mostEntries)
        where number.map({ entry.changes.firstRange(of: $0) != nil }) ?? true {
            let steps = entry.noteSteps
            guard steps.contains(where: { $0.isOf(ids) }) else { continue }
            entry.changes = try JournalEntry.lines(
                ofNotes: steps.map { step in
                    guard let id = step.note, ids.contains(id) else { return step }
                    if case .attached = step { return .lost(id) }
                    guard !isRemoved, case .changed(_, var before, var after, let isFollower, let renames) = step else {
                        return isRemoved ? .lost(id) : step
                    }
                    (before.readable, after.readable) = (nil, nil)
                    (before.head, after.head) = (before.bareHead, after.bareHead)
                    return .changed(id, before: before, after: after, isFollower: isFollower, renames: renames)
                })
            // The removal itself says that it is final: what was done to these notes alone is not refused once more. From
            // others it is taken back.
            if isRemoved, try steps.allSatisfy({ try $0.isOf(ids) || !$0.isMeant || isGone($0) }) {
                entry.isLasting = true
                if entry.state == .done { entry.state = .passed }
            }
            try put(entry)
        }
    }

    /// Whether a step is of a note that was removed for good.
    private func isGone(_ step: NoteStep) throws -> Bool {
        if case .lost(let id) = step { try note(id) == nil } else { false }
    }

    /// Removes what the journal knows about a file that is detached for good; the change that attached it cannot be undone
    /// any more, as detaching it says.
    func forgetJournal(of attachment: Attachment, of id: Int) throws {
        let name = Array("attached".utf8)
        for var entry in try journal(limit: Journal.mostEntries) where entry.changes.firstRange(of: name) != nil {
            let steps = entry.noteSteps
            let kept = steps.map { step -> NoteStep in
                guard case .attached(id, let attached, _) = step, attached.number == attachment.number else {
                    return step
                }
                return .lost(id)
            }
            guard kept != steps else { continue }
            entry.changes = try JournalEntry.lines(ofNotes: kept)
            entry.isLasting = true
            if entry.state == .done { entry.state = .passed }
            try put(entry)
        }
    }
}

extension NoteReader {
    /// The sealed versions of notes whose titles a step needs and the journal has no more.
    package func sealedVersions(for step: JournalStep) throws -> [(note: Note, version: NoteVersion)] {
        // Without a key no text is sealed.
        guard try key() != nil else { return [] }
        return try next(step).flatMap(\.noteSteps).compactMap { change in
            guard case .changed(let id, let before, let after, _, _) = change, let note = try note(id) else {
                return nil
            }
            let state = step == .undo ? before : after
            guard state.readable == nil, note.isProtected, note.names.isEmpty, state.version != note.version else {
                return nil
            }
            return try versions(of: id).first { $0.number == state.version }.map { (note, $0) }
        }
    }
}

extension NoteDAO {
    /// Restores the state of notes before a change, or after it: all of them or none.
    ///
    /// A new note goes to the trash. A text that takes the place of another does so as a version of its own.
    ///
    /// - Parameters:
    ///   - entry: The changes; keeps the bytes of a file while it is not attached.
    ///   - titles: The readable parts of sealed texts, by note and version.
    /// - Throws: `NotesFault.changedSince` if one was changed again meanwhile; `NotesFault.unknownNote`,
    ///   `JournalFault.lasting`.
    package func perform(
        _ step: JournalStep, _ entry: inout JournalEntry, titles: [Int: [Int: String]], at now: Timestamp
    ) throws {
        let command = entry.origin.command
        guard !entry.isLasting else { throw JournalFault.lasting(command) }
        log?.isJournaled = true
        fileChanges?.dropsEmptied()
        let all = entry.noteSteps.joiningChanges
        let steps = step == .undo ? all : all.map(\.inverted)
        var meant: [RestoredState] = []
        var followers: [RestoredState] = []
        // They follow once more; no other note was changed, and none may be now.
        var others: Set<Int> = []
        var kept: [NoteStep] = []
        for change in steps {
            switch change {
            case .lost(let id):
                // From the notes that are there it is taken back without those that are removed for good.
                guard try note(id) == nil else { throw JournalFault.lasting(command) }
            case .added(let id):
                guard let note = try note(id) else { throw NotesFault.unknownNote(id) }
                if step == .undo {
                    guard try says(note, versionOf: 1) else {
                        throw NotesFault.changedSince(id, command: command, step)
                    }
                    if note.trashedAt == nil { _ = try trash(id, at: now) }
                    continue
                }
                _ = try trash(id, at: nil)
                // In the trash its links have followed other notes.
                if try !says(note, versionOf: 1), let first = try versions(of: id).last {
                    _ = try modify(id, content: first.content, sealed: first.sealed, renames: false, at: now)
                }
            case .attached(let id, let attachment, let bytes):
                let present = try attachments(of: id)
                if step == .undo {
                    let own = present.first { $0.number == attachment.number && $0.digest == attachment.digest }
                    guard let own, let bytes = try self.bytes(of: own.digest) else {
                        throw NotesFault.changedSince(id, command: command, step)
                    }
                    try delete(own, of: id)
                    kept.append(.attached(id, attachment, bytes: Data(bytes)))
                } else {
                    guard let note = try note(id), note.isProtected == (attachment.sealed != nil), let bytes,
                        // The names of sealed ones are sealed, too.
                        !present.contains(where: {
                            $0.number == attachment.number || $0.sealed == nil && $0.name == attachment.name
                        })
                    else { throw NotesFault.changedSince(id, command: command, step) }
                    try put(attachment, bytes: Array(bytes), of: id)
                    kept.append(.attached(id, attachment, bytes: nil))
                }
            case .query(let key, let before, let after):
                let present = try savedQueries().first { NameKey.of($0.name) == key }
                guard present == after else { throw JournalFault.changedSince(command) }
                try put(before, as: key)
            case .lockedNotebook(let key, let before, let after):
                guard try lockedNotebooks().first(where: { NameKey.of($0) == key }) == after else {
                    throw JournalFault.changedSince(command)
                }
                try put(lockedNotebook: before, as: key)
            case .changed(let id, let before, let after, let isFollower, let renames):
                let restoring = RestoredState(
                    id: id, before: before, after: after, renames: renames, title: titles[id]?[before.version])
                guard let note = try note(id) else {
                    if isFollower { continue }
                    throw NotesFault.unknownNote(id)
                }
                let isUnchanged = try NoteState(note).isBeside(after) && says(note, versionOf: after.version)
                // A note that followed and was changed since keeps that.
                guard isUnchanged || isFollower else { throw NotesFault.changedSince(id, command: command, step) }
                if !isFollower {
                    meant.append(restoring)
                } else if isUnchanged {
                    followers.append(restoring)
                } else {
                    others.insert(id)
                }
            }
        }
        if !kept.isEmpty {
            let others = entry.noteSteps.filter { if case .attached = $0 { false } else { true } }
            entry.changes = try JournalEntry.lines(ofNotes: others + kept)
        }
        for change in meant.reversed() {
            guard let note = try note(change.id) else { continue }
            if change.before.trashedAt != change.after.trashedAt {
                _ = try trash(change.id, at: change.before.trashedAt)
            }
            if change.renames, note.names.isEmpty {
                try restoreText(of: change, followedBy: others, command, at: now)
            }
            try restoreMarks(of: change, followedBy: others, command, at: now)
            try restoreNames(of: change, followedBy: others, at: now)
        }
        // With another path than it had, links to it would lead to what has that path now.
        for change in meant where change.before.trashedAt == nil && !change.before.names.isEmpty {
            fileChanges?.expect(change.before.names.path, of: change.id)
            let path = try note(change.id)?.names.path
            guard fileChanges != nil || path == change.before.names.path else {
                throw NotesFault.nameTaken(change.before.names.path, note: change.id)
            }
        }
        // The texts with links that followed are restored to the byte.
        for change in meant + followers {
            try restoreText(of: change, followedBy: nil, command, at: now)
            if let head = change.before.head { fileChanges?.restore(head: head, of: change.id) }
        }
    }

    /// - Parameter followers: The notes whose links follow the title; `nil` if it is no new name.
    private func restoreText(
        of change: RestoredState, followedBy followers: Set<Int>?, _ command: String, at time: Timestamp
    ) throws {
        guard var note = try note(change.id) else { return }
        if note.marks.others != change.before.marks.others {
            let old = note
            note.marks.others = change.before.marks.others
            try update(old, to: note)
        }
        guard note.version != change.before.version else { return }
        let version = try versions(of: change.id).first { $0.number == change.before.version }
        guard let version else { throw JournalFault.lasting(command) }
        let title = change.before.readable ?? change.title ?? version.content
        let content = version.sealed == nil ? version.content : title
        guard
            try modify(
                change.id, content: content, sealed: version.sealed, renames: followers != nil,
                followedBy: followers, at: time) != nil
        else { throw JournalFault.lasting(command) }
    }

    /// Whether a note’s text is the one of a version, which it may be again under another number.
    private func says(_ note: Note, versionOf number: Int) throws -> Bool {
        guard note.version != number else { return true }
        // Beside a sealed text may stand another title than it had.
        return try versions(of: note.id).contains {
            $0.number == number && $0.sealed == note.sealed && (note.isProtected || $0.content == note.content)
        }
    }

    private func restoreNames(of change: RestoredState, followedBy followers: Set<Int>, at time: Timestamp) throws {
        let (id, before, after) = (change.id, change.before, change.after)
        guard before.names != after.names, !before.names.isEmpty else { return }
        if ExactPath(before.names.name) != ExactPath(after.names.name) {
            _ = try self.rename(
                id, to: before.names.name, as: before.names.path, followedBy: followers, at: time)
        }
        // The properties beside the file's name for the other name are removed.
        guard let note = try note(id), note.names != before.names, note.names.path == before.names.path else {
            return
        }
        var named = note
        named.names = before.names
        try update(note, to: named)
    }

    private func restoreMarks(
        of change: RestoredState, followedBy followers: Set<Int>, _ command: String, at time: Timestamp
    ) throws {
        let (id, before, after) = (change.id, change.before, change.after)
        let (old, new) = (before.marks, after.marks)
        // A notebook may be protected since, and what it would get could be read.
        if let note = try note(id) {
            do { try checkLock(of: note, in: old.notebook) } catch NotesFault.lockedNotebook {
                throw JournalFault.lasting(command)
            }
        }
        if old.notebook != new.notebook { _ = try move(id, to: old.notebook, followedBy: followers, at: time) }
        let changes: [(isNeeded: Bool, change: MarkChange)] = [
            (old.tags != new.tags, .tags(old.tags)), (old.isPinned != new.isPinned, .pinned(old.isPinned)),
            (old.todo != new.todo, .todo(old.todo)), (before.createdAt != after.createdAt, .created(before.createdAt)),
        ]
        for (isNeeded, change) in changes where isNeeded { _ = try mark(id, change) }
    }
}

/// A note that becomes again what it was.
private struct RestoredState {
    let id: Int
    let before: NoteState
    let after: NoteState
    let renames: Bool
    /// The readable part of its former text, if that is sealed.
    let title: String?
}
