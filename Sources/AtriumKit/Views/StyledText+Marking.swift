// SPDX-License-Identifier: GPL-3.0-or-later

extension StyledText {
    /// The text with more marks on some of its characters, given in order.
    func marked(_ places: [(characters: Range<Int>, marks: Marks)]) -> StyledText {
        guard !places.isEmpty else { return self }
        var result = StyledText()
        var places = places[...]
        var number = 0
        for span in spans {
            var piece = ""
            var marks = Marks()
            for character in span.text {
                while let place = places.first, place.characters.upperBound <= number { places = places.dropFirst() }
                let more = places.first.flatMap { $0.characters.contains(number) ? $0.marks : nil } ?? []
                if more != marks {
                    result.append(piece, span.marks.union(marks), link: span.link)
                    (piece, marks) = ("", more)
                }
                piece.append(character)
                number += 1
            }
            result.append(piece, span.marks.union(marks), link: span.link)
        }
        return result
    }
}
