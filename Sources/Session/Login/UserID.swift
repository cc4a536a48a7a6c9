// SPDX-License-Identifier: GPL-3.0-or-later

/// Identifies a user in every store; never shown, never reused.
public struct UserID: Hashable, Sendable, Codable, RawRepresentable {
    /// A number from 1 to 4,194,303, so that it fits above a row’s number in one 64-bit key.
    public let rawValue: Int64

    /// The user of this number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
