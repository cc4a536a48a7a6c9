// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// Whom a message goes to.
package struct Destination: Sendable {
    /// The number.
    package let address: Address
    /// The same as somebody wrote it.
    let written: String
    /// Whether it is the number used last of several, of which nobody has named one.
    package let isLastUsed: Bool

    init(_ address: Address, written: String? = nil) {
        (self.address, self.written, isLastUsed) = (address, written ?? address.text, false)
    }

    /// The number that a person used last.
    package init(lastUsed address: Address) {
        (self.address, written, isLastUsed) = (address, address.text, true)
    }
}
