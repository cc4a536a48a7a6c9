// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch

/// The text by which a message is found: its subject, its text, and the names of its files.
package enum MessageSearchText {
    package static func of(_ message: Message) -> String { of(message.content, message.subject, message.attachments) }

    package static func of(_ draft: MessageDraft) -> String {
        // Nearly all are their text.
        draft.subject == nil && draft.parts.isEmpty
            ? draft.content : of(draft.content, draft.subject, draft.attachments)
    }

    package static func of(_ content: String, _ subject: String?, _ attachments: [MessagePart]) -> String {
        let names = attachments.compactMap(\.name)
        guard subject != nil || !names.isEmpty else { return content }
        return ((subject.map { [$0] } ?? []) + [content] + names).joined(separator: "\n")
    }

    /// The form of a text for the full-text index: people look for pictures in messages, too.
    package static func index(of text: String) -> String { SearchText.indexText(of: text, .pictures) }
}

extension MessageFilter {
    /// Whether a message is meant, by all that the filter says.
    package func finds(_ message: Message) -> Bool {
        admits(message) && words?.finds(MessageSearchText.of(message)) ?? true && !leavesOut(message)
    }

    /// Whether a message is left out, or no alternative finds it.
    package func leavesOut(_ message: Message) -> Bool {
        without.contains { $0.finds(message) } || !alternatives.allSatisfy { $0.contains { $0.finds(message) } }
    }

    /// Whether a message of this text may be meant, by its text alone.
    package func mayFind(_ text: String) -> Bool {
        words?.finds(text) ?? true && !without.contains { $0.isOfWordsAlone && $0.mayFind(text) }
            && alternatives.allSatisfy { $0.contains { $0.mayFind(text) } }
    }

    /// The query for the full-text index, in its language: `words`, if there are any, with the alternatives that are
    /// words, and without the words that are left out; `nil` if there are no words at all.
    ///
    /// Left-out words that are only begun are not named: the index would collect all messages of all words that start so.
    package func match(_ words: String?) -> String? {
        let groups = alternatives.filter { $0.allSatisfy(\.isOfWordsAlone) }.map { group in
            group.compactMap(\.words?.match).map { "(\($0))" }.joined(separator: " OR ")
        }
        let found = ([words].compactMap(\.self) + groups).map { "(\($0))" }.joined(separator: " AND ")
        guard !found.isEmpty else { return nil }
        let left = without.filter { $0.isOfWordsAlone && $0.words?.shortestPrefix == nil }.compactMap(\.words?.match)
        return left.isEmpty ? found : "(\(found)) NOT (\(left.map { "(\($0))" }.joined(separator: " OR ")))"
    }

    /// The length in bytes of the shortest prefix among alternatives that are words; `nil` for whole words only.
    package var shortestPrefixOfAlternatives: Int? {
        alternatives.filter { $0.allSatisfy(\.isOfWordsAlone) }.joined().compactMap(\.words?.shortestPrefix).min()
    }
}
