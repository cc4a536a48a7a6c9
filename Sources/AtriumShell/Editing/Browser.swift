// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Processes
import Session
import Worlds

/// Hands an address to the program of the user’s choice.
struct Browser {
    let world: World

    /// The programs that `BROWSER` names, to be tried in order, each with its words.
    ///
    /// Separated by colons, as xdg-open and man have it: `%s` stands for the address, `%%` for a percent sign; without
    /// `%s` the address is the last word. Words are quoted as in a POSIX shell, and nothing is expanded.
    var commands: [[String]] {
        (world.variables["BROWSER"] ?? "").split(separator: ":").map { command in
            var scanner = WordScanner(String(command))
            var words: [String] = []
            while case .word(let word, _)? = try? scanner.next() { words.append(word) }
            return words
        }.filter { !$0.isEmpty }
    }

    /// Has the first program open the address that can.
    ///
    /// - Parameter hasTerminal: Whether the program may read and write on the terminal; another one has none, since the
    ///   input and the output are those of commands.
    /// - Returns: The program’s name; nil where none is chosen.
    /// - Throws: `CommandFault.browser`, of the last one, when all failed.
    func open(_ address: String, hasTerminal: Bool) async throws -> String? {
        try await open(address, by: commands, hasTerminal: hasTerminal)
    }

    /// Has the first of some programs open what can, as the other does.
    func open(_ address: String, by commands: [[String]], hasTerminal: Bool) async throws -> String? {
        var fault: CommandFault?
        for command in commands {
            // The words are parameters of the little script, so that no character of the address is taken for a command.
            let words = Self.words(of: command, opening: address)
            let (folder, variables) = (world.workingFolder, world.variables)
            let status =
                if hasTerminal {
                    try await ChildProcess.run("exec \"$@\"", words, in: folder, variables: variables)
                } else {
                    try await ChildProcess.runApart("exec \"$@\"", words, in: folder, variables: variables)
                }
            if status == 0 { return command[0] }
            fault = .browser(command[0], status: status, address: address)
        }
        if let fault { throw fault }
        return nil
    }

    private static func words(of command: [String], opening address: String) -> [String] {
        var takesAddress = false
        let words = command.map { word in
            // A percent sign that stands for itself is never the first half of `%s`.
            word.split(separator: "%%", omittingEmptySubsequences: false).map { part in
                takesAddress = takesAddress || part.contains("%s")
                return part.replacing("%s", with: address)
            }.joined(separator: "%")
        }
        return takesAddress ? words : words + [address]
    }
}
