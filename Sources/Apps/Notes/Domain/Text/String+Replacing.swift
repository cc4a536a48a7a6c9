// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
    /// The text with others in these places, which are in order and apart; in one pass, however many they are.
    ///
    /// - Parameter places: Where they stand in UTF-8, between characters.
    package func replacing(_ places: [(range: Range<Int>, text: String)]) -> String {
        guard !places.isEmpty else { return self }
        var result = ""
        var end = startIndex
        for place in places {
            let start = utf8.index(startIndex, offsetBy: place.range.lowerBound)
            result += self[end..<start]
            result += place.text
            end = utf8.index(startIndex, offsetBy: place.range.upperBound)
        }
        return result + self[end...]
    }
}
