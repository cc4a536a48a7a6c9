// SPDX-License-Identifier: GPL-3.0-or-later

package import __NAME__Domain

/// What changes mean, for every store alike.
extension ItemTransaction {
    /// Removes an item for good and returns it; nil when there is none of this number.
    package func remove(_ id: Int) throws -> Item? {
        guard let item = try item(id) else { return nil }
        try delete(item)
        return item
    }

    /// Removes so many items, and returns how many there were.
    func removeSome(_ limit: Int) throws -> Int {
        let some = try items(after: nil, limit: limit)
        for item in some { try delete(item) }
        return some.count
    }
}
