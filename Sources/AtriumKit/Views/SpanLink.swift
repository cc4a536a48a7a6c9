// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a piece of text leads.
public struct SpanLink: Hashable, Sendable, Codable {
    /// The address, for terminals that follow links; one that is not safe leads nowhere.
    public let address: String?
    /// The number by which `open` follows it, as a press on it does.
    public let number: Int?

    /// A link to an address, or to what has a number, or both; nil where it is neither.
    public init?(address: String?, number: Int? = nil) {
        guard address != nil || number != nil else { return nil }
        self.address = address
        self.number = number
    }
}
