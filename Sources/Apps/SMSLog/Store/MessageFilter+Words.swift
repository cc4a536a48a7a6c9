// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import Search

extension MessageFilter {
    /// Whether a message is meant, its words and what is left out included.
    package func finds(_ message: Message) -> Bool {
        admits(message) && words?.finds(MessageSearchText.of(message)) ?? true && !leavesOut(message)
    }

    /// Whether a message is left out.
    func leavesOut(_ message: Message) -> Bool { without.contains { $0.finds(message) } }

    /// Whether a message of this text may be meant, whatever else it is.
    func mayFind(_ text: String) -> Bool {
        words?.finds(text) ?? true && !without.contains { $0.isOfWordsAlone && $0.mayFind(text) }
    }

    /// What is asked of the full-text index, in its language, without the words that are to be left out.
    ///
    /// Those of a prefix are not named: the index would collect all messages of all words that start with it.
    func match(_ words: String) -> String {
        let left = without.filter { $0.isOfWordsAlone && $0.words?.shortestPrefix == nil }.compactMap(\.words?.match)
        return left.isEmpty ? words : "(\(words)) NOT (\(left.map { "(\($0))" }.joined(separator: " OR ")))"
    }
}
