// SPDX-License-Identifier: GPL-3.0-or-later

/// The containers of a text, each with the one that it stands in: lines of the same item share it, and a line names its
/// innermost one only.
struct ContainerChain: Hashable, Sendable {
    private struct Link: Hashable {
        let outer: UInt32
        /// The number of the list; 0 for a quotation.
        let list: UInt32
        let number: UInt32
        let sign: UInt8
    }

    private var links: [Link] = []

    /// Adds a container that stands in another one, and returns its place, from 1.
    mutating func add(_ container: MarkdownContainer, in outer: UInt32) -> UInt32 {
        switch container {
        case .quote: links.append(Link(outer: outer, list: 0, number: 0, sign: 0))
        case .item(let list, let sign):
            let list = UInt32(clamping: list)
            switch sign {
            case .bullet: links.append(Link(outer: outer, list: list, number: 0, sign: 1))
            case .number(let number):
                links.append(Link(outer: outer, list: list, number: UInt32(clamping: number), sign: 2))
            case .box(let isTicked): links.append(Link(outer: outer, list: list, number: 0, sign: isTicked ? 4 : 3))
            }
        }
        return UInt32(clamping: links.count)
    }

    /// What a container stands in; 0 for nothing.
    func outer(of place: UInt32) -> UInt32 { place == 0 ? 0 : links[Int(place) - 1].outer }

    /// A container, so many containers further out than a place.
    func container(_ place: UInt32, up count: Int) -> MarkdownContainer {
        var place = place
        for _ in 0..<count { place = outer(of: place) }
        guard place > 0 else { return .quote }
        let link = links[Int(place) - 1]
        let list = Int(link.list)
        switch link.sign {
        case 0: return .quote
        case 1: return .item(list: list, .bullet)
        case 2: return .item(list: list, .number(Int(link.number)))
        default: return .item(list: list, .box(isTicked: link.sign == 4))
        }
    }
}
