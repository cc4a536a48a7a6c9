// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import GRDB
import NotesStore

/// A file that a command has changed and git does not have yet.
struct UncommittedFile: Hashable, Sendable {
    /// The command’s name.
    let command: String
    /// The number of the note that it belongs to.
    let note: Int
    /// The note’s name; empty for a protected one, which git must not know.
    var name: String
    /// The former name of the note, if it was different.
    var old = ""
    /// Relative to the folder of notes.
    let path: String
}

/// The uncommitted changes of the folder, in their order.
extension FolderRows {
    func keep(_ files: [UncommittedFile]) throws {
        for file in files {
            try database.run(
                """
                INSERT INTO note_uncommitted (owner, command, note, name, old, path) VALUES (?, ?, ?, ?, ?, ?)
                """, [owner.rawValue, file.command, file.note, file.name, file.old, file.path])
        }
    }

    /// All of them, and the number of the last.
    func uncommitted() throws -> (files: [UncommittedFile], last: Int64) {
        let rows = try database.rows(
            """
            SELECT number, command, note, name, old, path FROM note_uncommitted WHERE owner = ? ORDER BY number
            """, [owner.rawValue])
        return (
            rows.map {
                UncommittedFile(
                    command: $0.text(1), note: $0.count(2), name: $0.text(3), old: $0.text(4), path: $0.text(5))
            }, rows.last?.number(0) ?? 0
        )
    }

    /// The present or last place of a note’s file, and the places whose removal git does not know yet.
    func places(of note: Int) throws -> [String] {
        let last = try page(of: note)?.path ?? ""
        return Set(try uncommitted().files.filter { $0.note == note }.map(\.path) + [last])
            .filter { !$0.isEmpty }.sorted()
    }

    /// Removes the committed files, up to this number.
    func forgetUncommitted(upTo last: Int64) throws {
        try database.run("DELETE FROM note_uncommitted WHERE owner = ? AND number <= ?", [owner.rawValue, last])
    }
}

/// The message of a commit: the command and the note’s name.
///
/// Several notes are counted, and several commands are listed one by one below. Always in English, as
/// the commands are.
struct CommitMessage {
    let text: String

    /// The most commands that are listed one by one.
    private static let most = 50

    init(of files: [UncommittedFile]) {
        var steps: [(key: Key, files: [UncommittedFile])] = []
        var places: [Key: Int] = [:]
        for file in files {
            let key = Key(command: file.command, note: file.note)
            if let place = places[key] {
                steps[place].files.append(file)
            } else {
                places[key] = steps.count
                steps.append((key, [file]))
            }
        }
        let commands = Set(files.map(\.command))
        let notes = Set(files.map(\.note)).count
        // A renamed note changes others that link to it.
        let renamed = steps.filter { $0.files.contains { !$0.old.isEmpty } }
        if commands.count == 1, let step = steps.count == 1 ? steps.first : renamed.count == 1 ? renamed.first : nil {
            text = Self.line(step.files)
            return
        }
        let verb = commands.count == 1 ? Self.verb(files[0].command) : "Change"
        let subject = notes == 1 ? "\(verb) a note" : "\(verb) \(notes) notes"
        let lines = steps.prefix(Self.most).map { Self.line($0.files) } + (steps.count > Self.most ? ["…"] : [])
        text = subject + "\n\n" + lines.joined(separator: "\n")
    }

    /// The message for changes by other programs.
    init(outside count: Int) { text = count == 1 ? "Take in a changed file" : "Take in \(count) changed files" }

    private struct Key: Hashable {
        let command: String
        let note: Int
    }

    private static func verb(_ command: String) -> String { command.prefix(1).uppercased() + command.dropFirst() }

    /// One note’s files of one command.
    private static func line(_ files: [UncommittedFile]) -> String {
        let verb = verb(files[0].command)
        guard let last = files.last(where: { !$0.name.isEmpty }), files.allSatisfy({ !$0.name.isEmpty }) else {
            return verb + " a note"
        }
        let old = files.first { !$0.old.isEmpty }?.old
        let words = old.map { "\(verb) \($0) to \(last.name)" } ?? "\(verb) \(last.name)"
        return String(words.map { $0.isNewline ? " " : $0 })
    }
}
