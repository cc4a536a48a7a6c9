// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that an app can show, as a row of its sidebar.
public struct SidebarRow: Hashable, Sendable {
    /// What a user reads.
    public let text: String
    /// How many things there are behind it; nil where that is not counted.
    public let count: Int?
    /// Whether it is what the app shows now.
    public let isCurrent: Bool
    /// The command that shows it, as somebody would type it.
    public let opening: String

    /// A row of these facts.
    public init(_ text: String, count: Int? = nil, isCurrent: Bool, opening: String) {
        self.text = text
        self.count = count
        self.isCurrent = isCurrent
        self.opening = opening
    }
}
