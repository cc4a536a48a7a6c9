// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumScreen
package import AtriumSession

extension Preferences {
    /// The aliases, in alphabetical order.
    var aliases: [(name: String, command: String)] { named("alias.").map { ($0.name, $0.value) } }

    /// The commands that no alias can replace: those that make and remove aliases.
    static let unaliased: Set<String> = ["alias", "unalias"]

    /// The names that `alias` refuses: `unaliased`, and `help`, `quit`, `undo`, `redo`.
    static let unhidden = unaliased.union(["help", "quit", "undo", "redo"])

    /// The line with its first word replaced, once, if that is an alias.
    ///
    /// Once: an alias may have the name of a command that it stands for, as in `alias list = list --limit 5`.
    func expandingAlias(in line: String) -> String {
        alias(in: line).map { $0.command + $0.rest } ?? line
    }

    /// The command for the first word of a line, and the rest; `nil` if it is no alias.
    func alias(in line: String) -> (command: String, rest: Substring)? {
        guard !isEmpty else { return nil }
        // By bytes: this is done for each line, and by characters it would take a third of the time of a command.
        let start = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = start.firstIndex(where: Self.endsWord) ?? start.endIndex
        let word = String(Substring(start[..<end]))
        guard let command = self["alias." + word], !Self.unaliased.contains(word) else { return nil }
        return (command, Substring(start[end...]))
    }

    /// Signs of the shell end a word as a blank does: `ll; tags`, `ll>file`.
    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"),
            UInt8(ascii: "<"), UInt8(ascii: ">"):
            true
        default: false
        }
    }
}

/// Why there can be no such alias.
package enum AliasFault: UserFacing, Hashable {
    /// An alias of this name would hide a command that nothing replaces.
    case reserved(String)
    /// No app has the command that it would stand for; `nearest` is one that looks like it.
    case unknownCommand(String, nearest: String?)

    package static var area: String { "alias" }

    package var sentence: LocalizedText { Strings.sentence(of: self) }

    package var status: ExitStatus { .usage }
}
