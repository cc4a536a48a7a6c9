// SPDX-License-Identifier: GPL-3.0-or-later

/// A user’s settings and aliases, as they are kept by name: `alias.ll`, `sidebar`.
package struct Preferences: Sendable {
    private let own: [String: String]
    private let usual: [String: String]

    /// The settings of a user, or of users without a choice.
    ///
    /// - Parameters:
    ///   - own: The values that the user has set.
    ///   - usual: The values for names that the user has not set. They are not merged, since each line looks here.
    package init(_ own: [String: String] = [:], over usual: [String: String] = [:]) {
        self.own = own
        self.usual = usual
    }

    /// The value of a name; `nil` if it has none.
    package subscript(name: String) -> String? { own[name] ?? usual[name] }

    /// All values by name.
    private var values: [String: String] { usual.isEmpty ? own : usual.merging(own) { $1 } }

    /// The user’s own themes, in alphabetical order.
    package var themes: [(name: String, definition: String)] { named("theme.").map { ($0.name, $0.value) } }

    /// The settings that decide key bindings.
    package var keySettings: [String: String] {
        values.filter { $0.key.hasPrefix("key.") || $0.key == Self.selectionKeys }
    }

    /// The name of the setting whether characters are keys for the selection.
    private static let selectionKeys = "selection-keys"

    /// Whether characters are keys for the selection, while a panel has the focus and nothing is typed.
    var usesSelectionKeys: Bool { self[Self.selectionKeys] != "off" }

    /// Whether there is no value at all.
    package var isEmpty: Bool { own.isEmpty && usual.isEmpty }

    /// The values whose names begin so, in alphabetical order of the rest of their names.
    package func named(_ prefix: String) -> [(name: String, value: String)] {
        values.compactMap { name, value in
            name.hasPrefix(prefix) ? (String(name.dropFirst(prefix.count)), value) : nil
        }.sorted { $0.0 < $1.0 }
    }
}
