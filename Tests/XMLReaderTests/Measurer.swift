// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumXMLReader

/// Counts the elements and keeps the length of the longest `data`, without making a string of it.
final class Measurer: XMLHandler {
    private(set) var elements = 0
    private(set) var longest = 0

    func start(_ element: borrowing XMLElement) {
        elements += 1
        longest = max(longest, element.withUTF8(of: "data") { $0.count } ?? 0)
    }

    func end(_ name: String) {}
}
