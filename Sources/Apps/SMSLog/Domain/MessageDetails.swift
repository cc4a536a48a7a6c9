// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What else is known of a message: most files say some of it, and no conversation shows it.
package struct MessageDetails: Hashable, Sendable {
    /// When the other end sent it.
    package var sent: Timestamp?
    /// When it arrived at the other end.
    package var delivered: Timestamp?
    /// The card or the account that it came or went by, in the words of the file.
    package var sim: String?
    /// The number of the network’s centre that passed it on.
    package var centre: String?
    /// What the network calls it.
    package var networkID: String?
    /// Whether somebody has protected it from being removed.
    package var isLocked = false
    /// Whether its file does not say when it was: its date only tells where it stands in there.
    package var isUndated = false
    /// Whether that was so, until another file said when it was.
    package var wasUndated = false

    package init() {}

    /// What stands in place of a card where people chat, under names that may be no numbers.
    package static let signal = "Signal"
    package static let whatsApp = "WhatsApp"
    /// All of these.
    package static let chats = [signal, whatsApp]

    /// Whether it is of a chat.
    package var isOfChat: Bool { sim.map(Self.chats.contains) ?? false }

    /// The same with what it does not say, where others say it; who protected it once has protected it, and whether it
    /// has a date is for the file that it came from to say.
    package func filled(from other: MessageDetails) -> MessageDetails {
        var details = self
        details.sent = sent ?? other.sent
        details.delivered = delivered ?? other.delivered
        details.sim = sim ?? other.sim
        details.centre = centre ?? other.centre
        details.networkID = networkID ?? other.networkID
        details.isLocked = isLocked || other.isLocked
        return details
    }
}
