// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogLogic

/// Conversations as a user types them: `Alice`, `+15551000000 "Bob Jones"`, `Alice, Bob Jones`, and `is:services` for
/// all of a kind; in quotation marks it is one, such as `"Alice, Bob Jones"` the group of these two.
struct ConversationSelection: CommandValue, Hashable {
    /// The typed text.
    let word: String
    /// Whether it is a name, and no kind.
    let isName: Bool

    init(_ word: CommandWord, of _: String) {
        self.word = word.text
        isName = word.isQuoted
    }

    /// These conversations.
    init(_ addresses: [Address]) {
        word = addresses.map { CommandWord.quoted($0.text) }.joined(separator: " ")
        isName = false
    }

    /// The kind, if all conversations of one are meant; `nil` otherwise.
    var kind: ConversationKind? {
        !isName && word.hasPrefix(Self.key) ? ConversationKind(rawValue: String(word.dropFirst(Self.key.count))) : nil
    }

    /// The prefix of a kind.
    static let key = "is:"

    /// The names and numbers that stand here, one after the other: between commas, or else words.
    var names: [String] { CommandWord.names(in: word) }
}

extension SelectedThings<Address> {
    /// Asks whether to go on if several conversations are meant that the user did not name.
    @MainActor
    func confirm(_ context: CommandContext, _ yes: Bool) async throws {
        try await confirm(context, yes) { Strings.promptSeveral(count: $0) }
    }
}

extension SMSLogModel {
    /// The conversations that were meant: by a number or a name, by several of these, or by a kind.
    ///
    /// - Parameter marking: The marking to apply to them.
    /// - Throws: As `SMSLogService.address(of:)`; `SMSLogFault.noMatch`.
    func conversations(
        _ selection: ConversationSelection, for marking: ConversationMarking? = nil
    ) async throws -> SelectedThings<Address> {
        if let kind = selection.kind {
            let addresses = try await service.addresses(kind, for: marking)
            guard !addresses.isEmpty else { throw SMSLogFault.noMatch(selection.word) }
            return SelectedThings(addresses, isAsked: true)
        }
        do {
            return SelectedThings([try await service.people.address(of: selection.word, orGroup: selection.isName)])
        } catch let fault as SMSLogFault {
            let names = selection.names
            guard names.count > 1, case .unknownNumber = fault else { throw fault }
            var addresses: [Address] = []
            for name in names { addresses.append(try await service.people.address(of: name)) }
            return SelectedThings(addresses)
        }
    }
}
