// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation

/// Opens a file in the system’s program for files of its kind.
///
/// That is the one that `xdg-open` finds; if it is not installed, the user’s browser gets the file’s address.
struct FileViewer {
    let world: World

    /// Whether the program that a file is handed to may have the terminal.
    var wantsTerminal: Bool { opener == nil && !browser.commands.isEmpty }

    /// Opens a file in a program.
    ///
    /// `xdg-open` never has the terminal: without a desktop it would start a browser of text there.
    ///
    /// - Parameter hasTerminal: As for addresses, for the browser.
    /// - Returns: The program’s name; `nil` if there is none.
    /// - Throws: `CommandFault.browser`.
    func open(_ path: String, hasTerminal: Bool) async throws -> String? {
        if let opener {
            return try await browser.open(path, by: [[opener]], hasTerminal: false).map { _ in Self.name }
        }
        return try await browser.open(URL(fileURLWithPath: path).absoluteString, hasTerminal: hasTerminal)
    }

    /// Checks whether a file may be opened.
    ///
    /// A file that is a program, or makes the desktop start one, would be run by being opened.
    ///
    /// - Throws: `CommandFault.runnable`, `CommandFault.file`.
    func check(_ path: String) throws(CommandFault) {
        let ending = (path as NSString).pathExtension.lowercased()
        guard !Self.runnableEndings.contains(ending) else { throw .runnable(path: path) }
        let start: [UInt8]
        do throws(FileFault) { start = try FileReader(path, followingLinks: false).bytes(4, at: 0) } catch {
            throw .file(path: path, reason: error.reason)
        }
        let isProgram =
            Self.runnableStarts.contains { start.starts(with: $0.utf8) } || start == [0x7F, 0x45, 0x4C, 0x46]
        guard !isProgram else { throw .runnable(path: path) }
    }

    private static let name = "xdg-open"
    private var browser: Browser { Browser(world: world) }

    private var opener: String? { world.path(ofProgram: Self.name) }

    private static let runnableEndings: Set<String> = [
        "desktop", "service", "appimage", "run", "sh", "bash", "zsh", "fish", "csh", "ksh", "py", "pyc", "pyw", "pl",
        "rb", "php", "jar", "class", "jnlp", "exe", "com", "bat", "cmd", "msi", "scr", "pif", "lnk", "url", "vbs",
        "vbe",
        "wsf", "hta", "ps1", "reg", "cpl", "app", "command", "workflow", "action", "deb", "rpm", "flatpakref", "apk",
    ]
    private static let runnableStarts = ["#!", "MZ"]
}

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

    /// Opens the address in the first program that can.
    ///
    /// - Parameter hasTerminal: Whether the program may read and write on the terminal; another one has none, since the
    ///   input and the output are those of commands.
    /// - Returns: The program’s name; `nil` if none is chosen.
    /// - Throws: `CommandFault.browser`, of the last one, if all failed.
    func open(_ address: String, hasTerminal: Bool) async throws -> String? {
        try await open(address, by: commands, hasTerminal: hasTerminal)
    }

    /// Opens the address in the first of some programs that can, as the other method does.
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
