// SPDX-License-Identifier: GPL-3.0-or-later

/// What a link to a picture says of it: a text, how wide it is shown in pixels, or both, as Obsidian writes them:
/// `![[a.png|300]]`, `![[a.png|640x480]]`, `![A cat|300](a.png)`.
package struct PictureLabel: Hashable, Sendable {
    /// The text; empty for none.
    package let text: String
    /// The width; nil where it is not said.
    package let width: Int?

    /// What stands in a link.
    package init(_ label: String) {
        let start = label.lastIndex(of: "|")
        let last = start.map { label[label.index(after: $0)...] } ?? label[...]
        width = Self.width(last)
        text = width == nil ? label : start.map { String(label[..<$0]) } ?? ""
    }

    /// The width in `300` or `640x480`.
    private static func width(_ text: Substring) -> Int? {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false)
        guard (1...2).contains(numbers.count),
            numbers.allSatisfy({ (1...5).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return Int(numbers[0]).flatMap { $0 > 0 ? $0 : nil }
    }
}

extension NamedFile {
    /// The name of the file alone.
    package var name: String {
        let path = LinkPath(spelled).path
        return FilePath(isTitle ? path : FileLinkText.decoded(path)).last
    }

    /// What is shown for a file that stands in its place, where its link’s own text does not say that.
    package var caption: String? {
        guard isShown else { return nil }
        let label = PictureLabel(label)
        guard label.text.isEmpty else { return label.width == nil ? nil : label.text }
        // The name stands in the link already.
        return isTitle && self.label.isEmpty ? nil : isTitle ? spelled : name
    }
}
