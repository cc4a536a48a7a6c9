// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What a number is called.
package struct GivenName: Hashable, Sendable {
    /// The contact, of the spelling that stands for the number.
    package let contact: Contact
    /// When a file named it; nil where the user did.
    package let namedAt: Timestamp?

    package init(contact: Contact, namedAt: Timestamp?) {
        self.contact = contact
        self.namedAt = namedAt
    }

    /// Which of a person’s names comes first: the lowest, the corporate book’s before the user’s own, then those of files.
    package var rank: Int { contact.kind == .corporate ? 0 : namedAt == nil ? 1 : 2 }

    /// The rank of a number that nobody has named.
    package static let unnamed = 3
}
