// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
    /// The text with others in these places, which are in order and apart; in one pass, however many they are.
    func replacing(_ places: [(range: Range<String.Index>, text: String)]) -> String {
        guard !places.isEmpty else { return self }
        var result = ""
        var end = startIndex
        for place in places {
            result += self[end..<place.range.lowerBound]
            result += place.text
            end = place.range.upperBound
        }
        return result + self[end...]
    }
}
