// SPDX-License-Identifier: GPL-3.0-or-later

/// A candidate for the word that is being completed.
public struct Completion: Sendable, Hashable {
    /// The whole word; quoted by the editor where it needs to be.
    public var text: String
    /// What it means, for the list of candidates.
    public var description: String?
    /// What follows the word when it is the only candidate, a blank unless told otherwise; `nil` for nothing.
    public var appends: Character?

    /// Makes a candidate.
    public init(text: String, description: String? = nil, appends: Character? = " ") {
        self.text = text
        self.description = description
        self.appends = appends
    }
}
