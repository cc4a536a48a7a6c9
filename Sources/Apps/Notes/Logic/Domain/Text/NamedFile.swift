// SPDX-License-Identifier: GPL-3.0-or-later

package import Markdown

/// A file that a text names, and that is no note: `![[picture.png|300]]`, `![](assets/picture.png#part)`,
/// `[x](file.pdf#page=2)`, `[x](Makefile)`.
package struct NamedFile: Hashable, Sendable {
    /// All of it, with its brackets, in bytes.
    package let whole: Range<Int>
    /// Where it says which file is meant, in bytes.
    package let range: Range<Int>
    /// What it says there.
    package let spelled: String
    /// What that may mean, the likeliest first.
    package let meanings: [String]
    /// Whether it stands in `[[` and `]]`, where a path is read from the outermost folder.
    package let isTitle: Bool
    /// Whether the file is shown in its place.
    package let isShown: Bool
    /// What stands there for the file; empty for nothing but its name.
    package let label: String

    /// The files that a text names, in order, and what may be one or a note, as in `[x](INSTALL)`; an address that several links have in common once.
    package static func all(in text: String) -> [NamedFile] {
        // Most texts name none.
        guard text.utf8.contains(UInt8(ascii: "]")) else { return [] }
        return all(in: MarkdownDocument(text, hasLines: false))
    }

    /// The same of a text that was read.
    package static func all(in document: MarkdownDocument) -> [NamedFile] {
        let all = document.links.compactMap { NamedFile($0, in: document) }.sorted {
            $0.range.lowerBound < $1.range.lowerBound
        }
        return all.indices.filter { $0 == 0 || all[$0].range != all[$0 - 1].range }.map { all[$0] }
    }

    /// The file that a link names; nil for one that leads anywhere else.
    package init?(_ link: MarkdownLink, in document: MarkdownDocument) {
        guard let range = link.target else { return nil }
        let spelled = document.text(range)
        switch link.kind {
        case .title(let isEmbed):
            let path = LinkPath(spelled)
            guard path.hasOtherEnding else { return nil }
            meanings = path.place.isEmpty ? [path.path] : [spelled, path.path]
            label = link.label == link.target ? "" : document.text(link.label)
            (isTitle, isShown) = (true, isEmbed)
        case .address(let isPicture):
            let address = document.address(of: link)
            // A picture from elsewhere on the disk is none of the folder, and is told of as missing there.
            guard Self.mayBeFile(address) || isPicture && address.hasPrefix("file:") else { return nil }
            let all = FileLinkText.meanings(of: spelled)
            meanings = address == spelled ? all : all + FileLinkText.meanings(of: address).filter { !all.contains($0) }
            label = document.text(link.label)
            (isTitle, isShown) = (false, isPicture)
        case .number, .bare: return nil
        }
        self.spelled = spelled
        self.range = range
        whole = link.whole
    }

    /// Whether an address is that of a file that is no note.
    package static func isFile(_ address: String) -> Bool {
        mayBeFile(address) && LinkPath(address: address).hasOtherEnding
    }

    /// Whether an address may be that of a file: one without an ending may be a note’s as well.
    private static func mayBeFile(_ address: String) -> Bool {
        guard FileLinkText.isFile(address), !["?", "//", "(("].contains(where: address.hasPrefix) else { return false }
        let path = LinkPath(address: address)
        return !path.isFolder && ![".", ".."].contains(path.name) && FilePath(path.path).ending.isEmpty
    }

    /// Whether it says where a file lies.
    ///
    /// - Parameter searches: Whether the last levels of the path are enough, as for programs that look everywhere.
    package func leads(to path: String, from folder: String, searching searches: Bool) -> Bool {
        if places(from: folder).contains(path) { return true }
        let whole = "/" + path.lowercased()
        return searches && meanings.contains { !$0.hasPrefix("/") && whole.hasSuffix("/" + $0.lowercased()) }
    }

    /// Where the file may lie, the likeliest first: an address is read from the note’s folder, a name from the outermost
    /// one, and what begins with `/` from there alone.
    package func places(from folder: String) -> [String] {
        var places: [String] = []
        for meaning in meanings where !meaning.contains("\0") {
            let starts = isTitle ? ["", folder] : [folder, ""]
            for place in starts.compactMap({ FilePath.resolved(meaning, from: $0) })
            where !place.isEmpty && !places.contains(place) {
                places.append(place)
            }
        }
        return places
    }
}

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
