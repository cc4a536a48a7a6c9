// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation

/// Opens a text in the editor of the user’s choice and reads it back.
struct Editor {
    let world: World
    /// The files of texts.
    let files: EditedFiles
    /// The owner of the texts.
    let owner: String
    /// Whether there is a terminal that an editor can have.
    let hasTerminal: Bool

    /// Returns the text as the user edited it, or the leftover of an earlier edit.
    ///
    /// - Returns: The text, and its file, which stays until `discard(_:)` is called: if the program ends or fails,
    ///   no typed text is lost.
    /// - Throws: `CommandFault.editorNeedsTerminal`; `CommandFault.program` if the editor fails and nothing was typed;
    ///   `CommandFault.editor` if it fails otherwise, and `CommandFault.editorNotUTF8`; `CommandFault.file` if there
    ///   can be no file.
    func edited(_ text: EditedText) async throws -> (text: EditedText, file: EditedFile) {
        // A variable that is set to nothing is not set (POSIX.1-2017, 8.1).
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { world.variables[$0] }.first { !$0.isEmpty }
        let command = named ?? "vi"
        guard hasTerminal || !TerminalProgram.takesTerminal(command) else {
            throw CommandFault.editorNeedsTerminal(command, otherwise: text.otherwise)
        }
        // Programs expect that the last line of a file ends; the text need not.
        let isOpen = text.text.last.map { !$0.isNewline } ?? false
        var ended = text
        if isOpen { ended.text += text.text.contains("\r\n") ? "\r\n" : "\n" }
        let file = try files.file(for: ended, of: owner)
        let before = try FileContents.bytes(at: file.path)
        // The file’s name is a parameter of the little script, so that no character of it is taken for a command.
        let status = try await ChildProcess.run(
            "\(command) \"$1\"", [file.path], in: world.workingFolder, variables: world.variables, keeping: file.lock)
        let bytes = try FileContents.bytes(at: file.path)
        guard status == 0 else {
            guard bytes != before || file.hasOthers else {
                // Nothing was typed: nothing is worth leaving a copy of a note for, unless it was left before.
                if before.elementsEqual(ended.text.utf8) { file.remove() }
                throw CommandFault.program(command, status: status)
            }
            throw CommandFault.editor(command, status: status, again: text.command)
        }
        // Bytes that are not text would be lost for good if others took their place.
        guard let typed = String(validating: bytes, as: UTF8.self) else {
            throw CommandFault.editorNotUTF8(file: file.path)
        }
        var result = text
        result.text = isOpen && typed.last?.isNewline == true ? String(typed.dropLast()) : typed
        result.base = file.base
        return (result, file)
    }

    /// Removes the file of a text that was used.
    func discard(_ file: EditedFile) {
        file.remove()
        files.memory.removeIfEmpty()
    }
}

/// Programs that people read or edit in, which need the terminal for themselves.
enum TerminalProgram {
    private static let pagers: Set = ["less", "more", "most", "fzf"]
    private static let editors: Set = [
        "vi", "vim", "view", "nvim", "vis", "nano", "pico", "emacs", "mg", "jove", "joe", "jed", "ne", "micro", "hx",
        "helix", "kak", "mcedit", "editor", "sensible-editor",
    ]

    private static let others: Set = [
        "aerc", "alot", "btop", "elinks", "htop", "info", "irssi", "lazygit", "lf", "links", "lynx", "man", "mc",
        "mosh",
        "mutt", "ncdu", "neomutt", "nnn", "ranger", "screen", "sftp", "ssh", "telnet", "tig", "tmux", "top", "w3m",
        "watch", "weechat", "yazi",
    ]
    /// The interpreters that have a dialogue only without a script.
    private static let interpreters: Set = [
        "bash", "bc", "dash", "fish", "gdb", "irb", "lldb", "lua", "node", "psql", "python", "python3", "sh", "sqlite3",
        "swift", "zsh",
    ]

    /// Whether a command starts a program that reads or edits its arguments.
    static func takesTerminal(_ command: String) -> Bool {
        let name = name(of: command)
        return pagers.contains(name) || editors.contains(name)
    }

    /// Whether a command starts a program that a user works in.
    static func isWorkedIn(_ command: String) -> Bool {
        let name = name(of: command)
        return takesTerminal(command) || others.contains(name)
            || interpreters.contains(name) && command.split(separator: " ").count == 1
    }

    /// The name of the program that a command starts.
    static func name(of command: String) -> String {
        let word = command.split(separator: " ").first ?? ""
        return word.split(separator: "/").last.map(String.init) ?? ""
    }
}
