// SPDX-License-Identifier: GPL-3.0-or-later

/// How the items of a list become others, one after the other: which of them stay, and what stands before each.
struct FrontMatterItems {
    private let texts: [String]
    private let removed: Set<Int>
    private let inserted: Set<Int>
    private var item = 0
    private var text = 0

    /// - Parameters:
    ///   - items: The texts of the items that there are.
    ///   - texts: Those that there are to be.
    init(_ items: [String], becoming texts: [String]) {
        self.texts = texts
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in texts.difference(from: items) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        (self.removed, self.inserted) = (removed, inserted)
    }

    /// Goes on to the next item.
    ///
    /// - Returns: The new texts before it, or in its place where it does not stay.
    mutating func next() -> (before: [String], stays: Bool) {
        let start = text
        while inserted.contains(text) { text += 1 }
        let before = Array(texts[start..<text])
        let stays = !removed.contains(item)
        if stays { text += 1 }
        item += 1
        return (before, stays)
    }

    /// The new texts behind the last item.
    var rest: ArraySlice<String> { texts[text...] }
}
