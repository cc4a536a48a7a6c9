// SPDX-License-Identifier: GPL-3.0-or-later

/// Names an app: what a user types after `switch`, and the first part of its routes.
public struct AppID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name, in lower-case ASCII letters.
    public let rawValue: String

    /// The app of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The app of this name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The name.
    public var description: String { rawValue }
}
