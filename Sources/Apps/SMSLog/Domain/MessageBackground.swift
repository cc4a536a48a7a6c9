// SPDX-License-Identifier: GPL-3.0-or-later

/// What is stored of a message and no conversation shows: how its file and its gateway call things, and its details.
///
/// It is read for one message at a time, so that lists need not read it.
package struct MessageBackground: Hashable, Sendable {
    /// The other end as it was written when the message came; nil where that is the address.
    package let rawAddress: String?
    /// The name that the imported file gave the other end.
    package let importedName: String?
    /// The gateway’s name for it, by which delivery reports find it.
    package let reference: String?
    /// What else is known of it.
    package let details: MessageDetails

    package init(
        rawAddress: String? = nil, importedName: String? = nil, reference: String? = nil,
        details: MessageDetails = MessageDetails()
    ) {
        self.rawAddress = rawAddress
        self.importedName = importedName
        self.reference = reference
        self.details = details
    }
}
