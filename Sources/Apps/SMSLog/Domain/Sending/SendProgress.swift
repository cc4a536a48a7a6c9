// SPDX-License-Identifier: GPL-3.0-or-later

/// How far a message has come on its way out, as a user sees it.
package enum SendProgress: String, Hashable, Sendable, CaseIterable {
    /// It is kept here, and no gateway has it.
    case kept
    /// It is kept here until its time has come.
    case scheduled
    /// It is being handed over.
    case handedOver = "handed-over"
    /// Handing it over was interrupted: the gateway may have it or not, and only the user can say.
    case doubtful
    /// A gateway has taken it.
    case accepted
}

extension Message {
    /// How far a message that was written here has come before it is sent; nil for any other.
    package var progress: SendProgress? {
        guard status == .pending else { return nil }
        return switch handover {
        case .foreign: nil
        case .waiting: .kept
        case .scheduled: .scheduled
        case .begun: .handedOver
        case .doubtful: .doubtful
        case .taken: .accepted
        }
    }
}
