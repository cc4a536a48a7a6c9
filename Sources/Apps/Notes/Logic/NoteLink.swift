// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumMarkdown
import AtriumSession

/// A link in a note that can be followed.
package enum NoteLink: Hashable, Sendable {
    /// To another note.
    case note(LinkTarget)
    /// To a file, as the text spells its address.
    case file(String)
    /// Out of Atrium.
    case web(WebAddress)

    /// The target of a link in a text; `nil` for one that is not followed.
    package init?(_ link: MarkdownLink, in document: MarkdownDocument) {
        switch link.kind {
        case .address(isPicture: true):
            let address = document.address(of: link)
            guard let link = NoteLink(address: address), link.isOutside else { return nil }
            self = link
        case .title: self = .note(LinkTarget(titled: document.address(of: link)[...]))
        case .number(let number): self = .note(.number(number))
        case .bare, .address: self.init(address: document.address(of: link))
        }
    }

    /// Whether it leads to anything but a note.
    private var isOutside: Bool { if case .note = self { false } else { true } }

    /// The target of the address in `[text](address)`; `nil` for one that is not followed.
    package init?(address: String) {
        if let web = WebAddress(address) {
            self = .web(web)
        } else if address.hasPrefix("note:"), let number = Int(address.dropFirst(5)), number > 0 {
            self = .note(.number(number))
        } else if let target = LinkTarget(address: address) {
            self = .note(target)
        } else if LinkAddress.isOtherFile(address) {
            self = .file(address)
        } else {
            return nil
        }
    }

    /// The address outside Atrium, for terminals that follow links; `nil` for any other link.
    package var address: String? { if case .web(let address) = self { address.text } else { nil } }

    /// The link as it is written alone: `[[title]]`, `note:3`, an address.
    package var text: String {
        switch self {
        case .note(.title(let title)): "[[\(title)]]"
        case .note(.path(let path)), .file(let path): path
        case .note(.number(let number)): "note:\(number)"
        case .web(let address): address.text
        }
    }
}

/// The links of a note with the numbers under which they are drawn and followed, from 1.
///
/// Links to the same place have the same number.
package struct NumberedLinks: Hashable, Sendable {
    /// The links, in the order of their numbers.
    package private(set) var links: [NoteLink] = []
    /// The number of each link of the document, 0 for one that cannot be followed.
    private var numbers: [Int]
    /// Whether a link of a number is written out in its place.
    private var isTargetShown: [Bool] = []

    /// The links of a text.
    ///
    /// - Parameter titleEnd: The end of the note’s title, beside which there is no room for numbers; in bytes.
    package init(_ document: MarkdownDocument, titleEnd: Int = 0) {
        numbers = Array(repeating: 0, count: document.links.count)
        var known: [NoteLink: Int] = [:]
        /// The numbers of the spellings so far; 0 for those that cannot be followed.
        var spelled: [Spelling: Int] = [:]
        for (index, link) in document.links.enumerated() {
            let spelling = Spelling(link, in: document)
            let number: Int
            if let spelling, let known = spelled[spelling] {
                number = known
            } else {
                number = NoteLink(link, in: document).map { self.number(of: $0, &known) } ?? 0
                if let spelling { spelled[spelling] = number }
            }
            guard number > 0 else { continue }
            numbers[index] = number
            if !isTargetShown[number - 1], link.whole.lowerBound >= titleEnd, link.tellsTarget(in: document) {
                isTargetShown[number - 1] = true
            }
        }
    }

    private mutating func number(of target: NoteLink, _ known: inout [NoteLink: Int]) -> Int {
        if let number = known[target] { return number }
        links.append(target)
        isTargetShown.append(false)
        known[target] = links.count
        return links.count
    }

    /// The spelling of a target: most of many links are the same ones again.
    private struct Spelling: Hashable {
        let isTitle: Bool
        let target: ArraySlice<UInt8>

        /// `nil` if the text itself does not say the target.
        init?(_ link: MarkdownLink, in document: MarkdownDocument) {
            guard !document.isResolved(link), let target = link.target else { return nil }
            switch link.kind {
            case .title: isTitle = true
            case .bare, .address: isTitle = false
            case .number: return nil
            }
            self.target = document.bytes[target]
        }
    }

    /// The number of a link of the document, by its index there; `nil` for one that cannot be followed.
    package func number(at index: Int) -> Int? { numbers[index] > 0 ? numbers[index] : nil }

    /// The link of a number; `nil` for none.
    package subscript(_ number: Int) -> NoteLink? { links[number: number] }

    /// The numbers of the links whose targets the text does not show.
    package var hiddenTargets: [Int] { isTargetShown.indices.filter { !isTargetShown[$0] }.map { $0 + 1 } }
}

extension MarkdownLink {
    /// Whether the displayed text contains the target.
    fileprivate func tellsTarget(in document: MarkdownDocument) -> Bool {
        switch kind {
        case .title: label == target
        case .number, .bare: true
        case .address(let isPicture):
            !isPicture
                && (document.isResolved(self)
                    ? document.text(label) == document.address(of: self)
                    : document.bytes[label] == document.bytes[target ?? 0..<0])
        }
    }
}
