// SPDX-License-Identifier: GPL-3.0-or-later

/// A kind of work that is measured.
package enum Work: String, CaseIterable, Sendable {
    /// A backup is imported, with its index: time on the processors.
    case importing = "import"
    /// The same: the time that passes from the start of the program to its end, with all processors.
    case importTime = "import-time"
    /// From the start of the program to its first prompt on the screen: the time that passes.
    case start
    /// What it holds at the prompt.
    case memory
    /// The other app is switched to and drawn: time on the processors.
    case switching = "switch"
    /// What such a switch writes to the terminal.
    case frame
    /// A scripted command that reads nothing: time on the processors, as for all below.
    case command
    /// One message by its number.
    case record
    /// The newest 50 messages of a conversation.
    case page
    /// The newest messages with a word that is in half of them.
    case search
    /// The messages with a word that few have.
    case rare
    /// A note is stored.
    case add

    /// What its numbers count.
    package var unit: Figure.Unit { self == .memory || self == .frame ? .bytes : .seconds }

    /// Whether it is measured where the stores are made.
    var isOfImport: Bool { self == .importing || self == .importTime }
}
