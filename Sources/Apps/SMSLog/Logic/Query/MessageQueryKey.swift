// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Search
import Session

/// The words before a colon that a query for messages knows.
package enum MessageQueryKey: String, CaseIterable, Sendable {
    /// Who wrote it.
    case from
    /// Whom the user wrote to.
    case to
    /// With whom it is, alone or in a group.
    case with
    /// In which conversation it is.
    case `in`
    /// When it was sent or received.
    case date
    /// What it has.
    case has
    /// What it is.
    case `is`

    /// What stands for the user behind `from`.
    package static let user = "me"

    /// The words that stand behind the colon, where they are few.
    package var words: [String] {
        switch self {
        case .from: [Self.user]
        case .to, .with, .in: []
        case .date: DateSpan.words
        case .has: MessageFilter.Feature.allCases.map(\.rawValue)
        case .is: MessageFilter.State.allCases.map(\.rawValue)
        }
    }

    /// Terms as they can be written.
    package var examples: [String] {
        switch self {
        case .from: ["from:alice", "from:me"]
        case .to, .with, .in: [term("alice")]
        case .date: (["2026-05-31", "2026-05", "2026-01..2026-03"] + words).map(term)
        case .has, .is: words.map(term)
        }
    }

    /// The term that asks for a name or another value, whatever is in it.
    package func term(_ value: String) -> String { QueryTerm.text(rawValue, value) }
}
