// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import Search

extension MessageFilter {
    /// Whether a message is meant, its words included.
    package func finds(_ message: Message) -> Bool {
        admits(message) && words?.finds(SearchedText.of(message)) ?? true
    }
}
