// SPDX-License-Identifier: GPL-3.0-or-later

/// A user’s settings and aliases, as they are kept by name: `alias.ll`, `sidebar`.
public struct Preferences: Sendable {
    private let values: [String: String]

    init(_ values: [String: String] = [:]) { self.values = values }

    subscript(name: String) -> String? { values[name] }

    /// The aliases, in alphabetical order.
    var aliases: [(name: String, command: String)] { named("alias.").map { ($0.name, $0.value) } }

    /// The user’s own themes, in alphabetical order.
    var themes: [(name: String, definition: String)] { named("theme.").map { ($0.name, $0.value) } }

    /// The settings that decide key bindings.
    var keySettings: [String: String] {
        values.filter { $0.key.hasPrefix("key.") || $0.key == Setting.selectionKeys.rawValue }
    }

    private func named(_ prefix: String) -> [(name: String, value: String)] {
        values.compactMap { name, value in
            name.hasPrefix(prefix) ? (String(name.dropFirst(prefix.count)), value) : nil
        }.sorted { $0.0 < $1.0 }
    }

    /// The commands that no alias can take the place of: those that make aliases and take them away.
    static let unaliased: Set<String> = ["alias", "unalias"]

    /// The line with its first word replaced, once, if that is an alias.
    ///
    /// Once: an alias may have the name of a command that it stands for, as in `alias list = list --limit 5`.
    func expandingAlias(in line: String) -> String {
        alias(in: line).map { $0.command + $0.rest } ?? line
    }

    /// What the first word of a line stands for, and what follows it; nil where it is no alias.
    func alias(in line: String) -> (command: String, rest: Substring)? {
        guard !values.isEmpty else { return nil }
        // By bytes: this is asked of each line, and for its characters it would take a third of what a command costs.
        let start = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = start.firstIndex(where: Self.endsWord) ?? start.endIndex
        let word = String(Substring(start[..<end]))
        guard let command = values["alias." + word], !Self.unaliased.contains(word) else { return nil }
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
