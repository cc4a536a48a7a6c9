// SPDX-License-Identifier: GPL-3.0-or-later

/// What is asked for when a list is to be read again.
public struct ListRequest<Item> {
    /// The things that are loaded.
    public let loaded: [Item]
    /// Whether they were read at all.
    public let isLoaded: Bool
    /// The thing that the others come after; nil for the first ones.
    public let after: Item?
    /// How many are asked for at most.
    public let limit: Int
}

extension ListRequest: Sendable where Item: Sendable {}

extension ListRequest: Codable where Item: Codable {}
