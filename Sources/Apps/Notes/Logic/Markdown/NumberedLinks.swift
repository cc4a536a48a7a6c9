// SPDX-License-Identifier: GPL-3.0-or-later

/// The links of a note with the numbers under which they are drawn and followed, from 1.
///
/// Links to the same place have the same number.
package struct NumberedLinks: Hashable, Sendable {
    /// The links, in the order of their numbers.
    package private(set) var links: [NoteLink] = []
    private var numbers: [NoteLink: Int] = [:]
    /// The numbers of those that are written out where they stand.
    private var told: Set<Int> = []

    /// The links of a note’s title, then those of its text.
    ///
    /// - Parameter title: The note’s title, without the signs of a heading.
    package init(title: String, lines: [MarkdownLine]) {
        add(MarkdownSpans.of(title), isTitle: true)
        for line in lines {
            for spans in line.spans { add(spans, isTitle: false) }
        }
    }

    /// The number of a link; nil for one that is not in the note.
    package func number(of link: NoteLink) -> Int? { numbers[link] }

    /// The link of a number; nil where there is none.
    package subscript(_ number: Int) -> NoteLink? { links.indices.contains(number - 1) ? links[number - 1] : nil }

    /// The numbers of the links of which the text does not show where they lead.
    package var untold: [Int] { (1..<(links.count + 1)).filter { !told.contains($0) } }

    private mutating func add(_ spans: [MarkdownSpan], isTitle: Bool) {
        for span in spans {
            if case .emphasis(_, let inner) = span { add(inner, isTitle: isTitle) }
            guard let link = span.link else { continue }
            if numbers[link] == nil {
                links.append(link)
                numbers[link] = links.count
            }
            // Beside a title there is no place for numbers.
            if !isTitle, span.tellsTarget, let number = numbers[link] { told.insert(number) }
        }
    }
}

extension MarkdownSpan {
    /// Where the span leads if it can be followed.
    package var link: NoteLink? {
        switch self {
        case .note(let target, _): .note(target)
        case .link(_, let address), .picture(_, let address): NoteLink(address: address)
        case .text, .code, .emphasis: nil
        }
    }

    /// Whether what is shown says where the link leads.
    fileprivate var tellsTarget: Bool {
        switch self {
        case .note(.title(let title), let shown): shown == title
        case .note(.number, _): true
        case .link(let inner, let address): inner == [.text(address)]
        case .picture, .text, .code, .emphasis: false
        }
    }
}

extension MarkdownLine {
    /// The spans of the line, of a table those of each cell.
    fileprivate var spans: [[MarkdownSpan]] {
        switch self {
        case .heading(_, let spans), .quote(_, let spans), .item(_, _, let spans), .text(let spans): [spans]
        case .table(let rows): rows.flatMap { $0 }
        case .rule, .fence, .code: []
        }
    }
}
