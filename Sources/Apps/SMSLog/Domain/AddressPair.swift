// SPDX-License-Identifier: GPL-3.0-or-later

/// Two addresses, in whichever order they are named.
package struct AddressPair: Hashable, Sendable {
    /// The one that sorts first.
    package let first: Address
    package let second: Address

    package init(_ one: Address, _ other: Address) {
        (first, second) = one < other ? (one, other) : (other, one)
    }

    /// Each two of these.
    package static func all(of addresses: [Address]) -> [AddressPair] {
        addresses.indices.flatMap { index in
            addresses[..<index].map { AddressPair($0, addresses[index]) }
        }
    }
}
