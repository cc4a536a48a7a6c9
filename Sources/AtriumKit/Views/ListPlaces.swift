// SPDX-License-Identifier: GPL-3.0-or-later

/// Where somebody was in lists that are not shown now, of which there are so many at most.
@MainActor
struct ListPlaces {
    /// A list as it was left: which part of it was loaded, and where somebody was in that.
    struct Left {
        /// What was loaded, without the things themselves.
        let content: any ListContent
        let position: PanelPosition
        /// The rows that there were.
        let ids: [String]
        let selectedID: String?
    }

    private var left = LastPlaces<Left>()

    /// Keeps a list that is left.
    mutating func keep(_ list: Left) {
        list.content.putAside()
        left.keep(list)
    }

    /// The list of a source as it was left; nil where nobody was there, or not lately.
    mutating func take(_ source: any ListProviding) -> Left? {
        guard let list = left.take(where: { $0.content.id == source.id }) else { return nil }
        return list.content.adopt(source) ? list : nil
    }
}
