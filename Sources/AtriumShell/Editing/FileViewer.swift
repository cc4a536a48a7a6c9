// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
import Foundation
import Session
import Worlds

/// Hands a file to the program that the system has for files of its kind.
///
/// That is what `xdg-open` finds; where it is not installed, the user’s browser gets the file’s address.
struct FileViewer {
    let world: World

    /// Whether the program that a file is handed to may have the terminal.
    var wantsTerminal: Bool { opener == nil && !browser.commands.isEmpty }

    /// Has a program open a file.
    ///
    /// `xdg-open` never has the terminal: where there is no desktop it would start a browser of text there.
    ///
    /// - Parameter hasTerminal: As for addresses, for the browser.
    /// - Returns: The program’s name; nil where there is none.
    /// - Throws: `CommandFault.browser`.
    func open(_ path: String, hasTerminal: Bool) async throws -> String? {
        if let opener {
            return try await browser.open(path, by: [[opener]], hasTerminal: false).map { _ in Self.name }
        }
        return try await browser.open(URL(fileURLWithPath: path).absoluteString, hasTerminal: hasTerminal)
    }

    /// Looks whether a file may be handed on.
    ///
    /// What is a program, or tells the desktop to start one, would be run by being opened.
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
