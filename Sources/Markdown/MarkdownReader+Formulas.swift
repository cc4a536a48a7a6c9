// SPDX-License-Identifier: GPL-3.0-or-later

extension MarkdownReader {
    /// Takes links for text: some by their numbers, and those that stand in formulas.
    ///
    /// - Parameter formulas: Where these stand, in order.
    mutating func removeLinks(_ numbers: Set<Int>, in formulas: [Range<Int>]) {
        guard !formulas.isEmpty || !numbers.isEmpty else { return }
        let isLink = links.enumerated().map { number, link in
            guard !numbers.contains(number) else { return false }
            // Only the last formula that begins before it may have it.
            let before = formulas.count(ofFirst: { $0.lowerBound <= link.whole.lowerBound })
            return before == 0 || formulas[before - 1].upperBound < link.whole.upperBound
        }
        guard isLink.contains(false) else { return }
        if hasLines {
            var numbers: [Int?] = []
            var count = 0
            for isLink in isLink {
                numbers.append(isLink ? count : nil)
                if isLink { count += 1 }
            }
            spans = spans.map { span in
                guard let old = span.link else { return span }
                var (kind, range) = (span.kind, span.range)
                if numbers[old] == nil {
                    let link = links[old]
                    if kind == .linkStart { (kind, range) = (.text, link.whole.lowerBound..<link.label.lowerBound) }
                    if kind == .linkEnd { (kind, range) = (.text, link.label.upperBound..<link.whole.upperBound) }
                }
                return MarkdownSpan(kind: kind, marks: span.marks, link: numbers[old], range: range)
            }
        }
        links = zip(links, isLink).filter(\.1).map(\.0)
    }
}
