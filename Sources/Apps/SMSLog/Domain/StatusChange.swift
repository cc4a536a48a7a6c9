// SPDX-License-Identifier: GPL-3.0-or-later

/// What becomes of a message that is on its way.
package struct StatusChange: Hashable, Sendable {
    /// How far it has come now.
    package let status: SendStatus
    /// The statuses from which it may come there; from any other it stays as it is.
    package let sources: Set<SendStatus>
    /// How far handing it over has come now; nil leaves that as it is.
    package let handover: Handover?
    /// How far that may have come before; from any other state the message stays as it is.
    package let handovers: Set<Handover>
    /// The gateway’s name for it; nil leaves the one it has.
    package let reference: String?
    /// Why it failed; nil forgets an earlier reason.
    package let failure: String?

    /// A change to `status` from one of `sources`.
    package init(
        to status: SendStatus, from sources: Set<SendStatus>, handover: Handover? = nil,
        after handovers: Set<Handover> = Set(Handover.allCases), reference: String? = nil, failure: String? = nil
    ) {
        self.status = status
        self.sources = sources
        self.handover = handover
        self.handovers = handovers
        self.reference = reference
        self.failure = failure
    }

    /// Whether a message that stands there may change so.
    package func applies(_ status: SendStatus, _ handover: Handover) -> Bool {
        sources.contains(status) && handovers.contains(handover)
    }
}
