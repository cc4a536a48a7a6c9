// SPDX-License-Identifier: GPL-3.0-or-later

package import Markdown
package import NotesDomain

/// A link in a note that can be followed.
package enum NoteLink: Hashable, Sendable {
    /// To another note.
    case note(LinkTarget)
    /// To a file, as the text spells its address.
    case file(String)
    /// Out of Atrium.
    case web(WebAddress)

    /// Where a link in a text leads; nil for one that is not followed.
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

    /// What the address in `[text](address)` leads to; nil for anything that is not followed.
    package init?(address: String) {
        if let web = WebAddress(address) {
            self = .web(web)
        } else if address.hasPrefix("note:"), let number = Int(address.dropFirst(5)), number > 0 {
            self = .note(.number(number))
        } else if let target = LinkTarget(address: address) {
            self = .note(target)
        } else if NamedFile.isFile(address) {
            self = .file(address)
        } else {
            return nil
        }
    }

    /// Where it leads out of Atrium, for terminals that follow links; nil for anything else.
    package var address: String? { if case .web(let address) = self { address.text } else { nil } }

    /// The link as it is written where it stands alone: `[[title]]`, `note:3`, an address.
    package var text: String {
        switch self {
        case .note(.title(let title)): "[[\(title)]]"
        case .note(.path(let path)), .file(let path): path
        case .note(.number(let number)): "note:\(number)"
        case .web(let address): address.text
        }
    }
}
