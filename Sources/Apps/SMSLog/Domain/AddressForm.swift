// SPDX-License-Identifier: GPL-3.0-or-later

/// What an address looks like, by which it is told who may be at the other end.
///
/// Stores keep these numbers.
package enum AddressForm: Int, Hashable, Sendable, CaseIterable {
    /// A number that is too short for a person’s, or nothing at all.
    case code = 0
    /// A number of at least seven characters.
    case number = 1
    /// An address of mail, or the name that a service gives a group.
    case mail = 2
    /// A name that sends.
    case name = 3
    /// Several addresses.
    case group = 4
    /// Stands for everybody of whom no address is known.
    case unknown = 5

    /// Whether it is neither a number nor several of them.
    package var isNamed: Bool { self == .name || self == .mail }

    /// Whether a person may be at the other end, and not a service.
    package var isPersonal: Bool { self == .number || self == .mail || self == .unknown }
}
