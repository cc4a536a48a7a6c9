// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that an app can show, as a row of its sidebar.
public struct SidebarRow: Hashable, Sendable {
    /// What a user reads.
    public let text: String
    /// How many things there are behind it; nil where that is not counted.
    public let count: Int?
    /// Whether it is what the app shows now.
    public let isCurrent: Bool
    /// What shows it.
    public let opening: Action

    /// A row of these facts.
    public init(_ text: String, count: Int? = nil, isCurrent: Bool, opening: Action) {
        self.text = text
        self.count = count
        self.isCurrent = isCurrent
        self.opening = opening
    }
}
