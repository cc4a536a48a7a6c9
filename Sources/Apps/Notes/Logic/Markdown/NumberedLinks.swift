// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// The links of a note with the numbers under which they are drawn and followed, from 1.
///
/// Links to the same place have the same number.
package struct NumberedLinks: Hashable, Sendable {
    /// The links, in the order of their numbers.
    package private(set) var links: [NoteLink] = []
    /// The number of each link of the document, 0 for one that cannot be followed.
    private var numbers: [Int]
    /// Whether a link of a number is written out where it stands.
    private var isTold: [Bool] = []

    /// The links of a text.
    ///
    /// - Parameter titleEnd: Where the note’s title ends, beside which there is no place for numbers; in bytes.
    package init(_ document: MarkdownDocument, titleEnd: Int = 0) {
        numbers = Array(repeating: 0, count: document.links.count)
        var known: [NoteLink: Int] = [:]
        for (index, link) in document.links.enumerated() {
            guard let target = NoteLink(link, in: document) else { continue }
            let number = known[target] ?? links.count + 1
            if number > links.count {
                known[target] = number
                links.append(target)
                isTold.append(false)
            }
            numbers[index] = number
            if link.whole.lowerBound >= titleEnd, link.tellsTarget(in: document) { isTold[number - 1] = true }
        }
    }

    /// The number of a link of the document, by its index there; nil for one that cannot be followed.
    package func number(at index: Int) -> Int? { numbers[index] > 0 ? numbers[index] : nil }

    /// The link of a number; nil where there is none.
    package subscript(_ number: Int) -> NoteLink? { links.indices.contains(number - 1) ? links[number - 1] : nil }

    /// The numbers of the links of which the text does not show where they lead.
    package var untold: [Int] { isTold.indices.filter { !isTold[$0] }.map { $0 + 1 } }
}

extension MarkdownLink {
    /// Whether what is shown says where the link leads.
    fileprivate func tellsTarget(in document: MarkdownDocument) -> Bool {
        switch kind {
        case .title: label == target
        case .number, .bare: true
        case .address(let isPicture): !isPicture && document.text(label) == document.address(of: self)
        }
    }
}
