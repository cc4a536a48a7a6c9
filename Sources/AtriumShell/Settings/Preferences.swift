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

    /// The line with its first word replaced, once, if that is an alias.
    ///
    /// Once: an alias may have the name of a command that it stands for, as in `alias list = list --limit 5`.
    func expandingAlias(in line: String) -> String {
        guard !values.isEmpty else { return line }
        let start = line.drop { $0 == " " }
        let word = start.prefix { $0 != " " }
        guard let command = values["alias." + word] else { return line }
        return command + start.dropFirst(word.count)
    }
}
