// SPDX-License-Identifier: GPL-3.0-or-later

/// Something of an app’s that is found by words, for the palette.
public struct Finding: Hashable, Sendable, Codable {
    /// What it is called.
    public let title: String
    /// What tells it from others of that name; nil where nothing does.
    public let detail: String?
    /// Where it is.
    public let place: Place

    /// Something in a place.
    public init(title: String, detail: String? = nil, place: Place) {
        self.title = title
        self.detail = detail
        self.place = place
    }
}
