// SPDX-License-Identifier: GPL-3.0-or-later

/// What a commit says of the files in it: the command and the note’s name.
///
/// Several notes are counted, and commands that were put together are told of one by one below. Always in English, as
/// the commands are.
struct CommitMessage {
    let text: String

    /// So many commands are told of one by one.
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
        // A note that was renamed changes others that link to it.
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

    /// What changed without a command of ours.
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
