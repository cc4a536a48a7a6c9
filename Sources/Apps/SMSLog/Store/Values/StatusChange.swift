/// What becomes of a message that is on its way.
package struct StatusChange: Hashable, Sendable {
    /// How far it has come now.
    package let status: SendStatus
    /// The statuses from which it may come there; from any other it stays as it is.
    package let sources: Set<SendStatus>
    /// The gateway’s name for it; nil leaves the one it has.
    package let reference: String?
    /// Why it failed; nil forgets an earlier reason.
    package let failure: String?

    /// A change to `status` from one of `sources`.
    package init(
        to status: SendStatus, from sources: Set<SendStatus>, reference: String? = nil, failure: String? = nil
    ) {
        self.status = status
        self.sources = sources
        self.reference = reference
        self.failure = failure
    }
}
