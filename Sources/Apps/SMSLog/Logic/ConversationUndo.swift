// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// What a command has made of conversations, for it to be taken back.
package struct ConversationUndo: Sendable {
    /// What became of one.
    struct Change: Sendable {
        /// What it was or is; nil where that is nothing that was changed.
        struct State: Hashable, Sendable {
            var marks: ConversationMarks?
            var draft: ConversationDraft??
            /// Which numbers are together.
            var people: Set<Set<Address>>?
            /// Which addresses are different people’s.
            var apart: Set<AddressPair>?
            /// What a number is called.
            var name: GivenName??
        }

        let address: Address
        let name: String
        let before: State
        let after: State
    }

    /// The command’s name.
    package let command: String
    /// What is taken back; nil: nothing can be.
    let changes: [Change]?
    /// The conversation of what was made; nil for none.
    private let made: Address?

    init(_ command: String, _ changes: [Change]) {
        self.command = command
        self.changes = changes
        made = nil
    }

    /// A change that nobody can take back, of one conversation or of any.
    package init(lasting command: String, of address: Address? = nil) {
        self.command = command
        changes = nil
        made = address
    }

    /// Whether nothing was changed.
    package var isEmpty: Bool { changes?.isEmpty ?? false }

    /// The conversations that were changed.
    package var addresses: [Address] { changes?.map(\.address) ?? made.map { [$0] } ?? [] }

    /// How those are called that were changed.
    package var names: [String] { changes?.map(\.name) ?? [] }
}
