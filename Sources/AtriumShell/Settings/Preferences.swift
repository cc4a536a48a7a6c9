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
        let start = line.drop { $0 == " " || $0 == "\t" }
        // Signs of the shell end a word as a blank does: `ll; tags`, `ll>file`.
        let word = start.prefix { !" \t;&|<>".contains($0) }
        guard let command = values["alias." + word], !Self.unaliased.contains(String(word)) else { return nil }
        return (command, start.dropFirst(word.count))
    }
}
