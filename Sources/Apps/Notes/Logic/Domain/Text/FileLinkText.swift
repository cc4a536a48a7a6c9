// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// Links to files that stand in a text: `![](name)` and `[text](name)` (CommonMark 6.3, 6.4).
package enum FileLinkText {
    /// One link.
    package struct Place: Hashable, Sendable {
        /// Where the whole link stands, with its brackets.
        package let whole: Range<String.Index>
        /// Where its text stands.
        package let label: Range<String.Index>
        /// Where the address stands, as it is spelled.
        package let range: Range<String.Index>
        /// What the address may mean, the likeliest first: as it is spelled, and with its percent signs resolved, in all
        /// of it or in its folders alone; then the file a part of which it names, as in `x.pdf#page=2`.
        package let targets: [String]
        /// Whether it is shown in its place.
        package let isPicture: Bool
    }

    /// The links to files, in order; addresses of the web, and places within the text, are none.
    ///
    /// - Parameter scheme: How the addresses begin that are meant instead; nil: those of files.
    package static func places(in text: String, ofScheme scheme: String? = nil) -> [Place] {
        var places: [Place] = []
        guard text.utf8.contains(UInt8(ascii: "]")) else { return [] }
        let document = MarkdownDocument(text, hasLines: false)
        func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
        func place(_ range: Range<Int>) -> Range<String.Index> { index(range.lowerBound)..<index(range.upperBound) }
        for link in document.links {
            guard case .address(let isPicture) = link.kind, let target = link.target else { continue }
            let spelled = document.text(target)
            guard scheme.map(spelled.hasPrefix) ?? isFile(spelled) else { continue }
            let address = document.address(of: link)
            places.append(
                Place(
                    whole: place(link.whole), label: place(link.label), range: place(target),
                    targets: meanings(of: spelled) + (address == spelled ? [] : [address]), isPicture: isPicture))
        }
        // An address may be given below its link, and once for several.
        return places.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// An address with its percent signs resolved (RFC 3986, 2.1); those that stand for nothing stay.
    package static func decoded(_ address: some StringProtocol) -> String {
        guard address.utf8.contains(0x25) else { return String(address) }
        let bytes = Array(address.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                result.append(byte)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self) ?? String(address)
    }

    /// What an address may mean, the likeliest first.
    package static func meanings(of spelled: String) -> [String] {
        guard let sign = spelled.firstIndex(of: "#"), sign > spelled.startIndex else { return resolved(spelled) }
        return resolved(spelled) + resolved(String(spelled[..<sign]))
    }

    private static func resolved(_ spelled: String) -> [String] {
        guard spelled.utf8.contains(0x25) else { return [spelled] }
        var meanings = [spelled, decoded(spelled)]
        if let slash = spelled.lastIndex(of: "/") {
            meanings.append(decoded(spelled[..<slash]) + spelled[slash...])
        }
        return meanings.enumerated().filter { meanings.firstIndex(of: $1) == $0 }.map(\.element)
    }

    /// The part of a file that an address names, with its sign; nothing for all of it.
    package static func part(of address: Substring, leadingTo file: String) -> Substring {
        guard !file.contains("#"), let sign = address.firstIndex(of: "#") else { return "" }
        return address[sign...]
    }

    /// The text with other addresses in these places; nil leaves one as it is.
    package static func replacing(_ places: [Place], in text: String, by address: (Place) -> String?) -> String {
        var result = ""
        var end = text.startIndex
        for place in places where place.range.lowerBound >= end {
            guard let new = address(place) else { continue }
            result += text[end..<place.range.lowerBound] + new
            end = place.range.upperBound
        }
        return end == text.startIndex ? text : result + text[end...]
    }

    /// Whether an address is neither one of the web nor a place in the same text.
    package static func isFile(_ address: String) -> Bool {
        guard let first = address.first, first != "#" else { return false }
        // A scheme (RFC 3986, 3.1), as in `https:`; a single letter is none but a drive.
        let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return !(scheme.count > 1 && first.isLetter && address.dropFirst(scheme.count).first == ":")
            && !address.hasPrefix(":/")
    }
}

/// Files that a text names as Obsidian writes them: `![[picture.png]]`, `![[picture.png|300]]`, `[[paper.pdf]]`.
package enum EmbedText {
    /// One of them.
    package struct Place: Hashable, Sendable {
        /// All of it, with its brackets, in bytes.
        package let whole: Range<Int>
        /// The file, without its part behind `#`.
        package let target: String
        /// Whether it has such a part.
        package let hasPart: Bool
        /// What stands behind `|`, such as a size; empty for nothing.
        package let shown: String
        /// Whether the file is shown in its place.
        package let isEmbed: Bool
    }

    /// Those in the text, in order; notes and their parts are none.
    package static func places(in text: String) -> [Place] {
        guard text.utf8.contains(UInt8(ascii: "]")), text.utf8.contains(UInt8(ascii: ".")) else { return [] }
        let document = MarkdownDocument(text, hasLines: false)
        return document.links.compactMap { link in
            guard case .title(let isEmbed) = link.kind, let name = link.target.map(document.text) else { return nil }
            let target = String(name.prefix { $0 != "#" }.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            guard isFile(target) else { return nil }
            return Place(
                whole: link.whole, target: target, hasPart: name.utf8.contains(UInt8(ascii: "#")),
                shown: link.label == link.target ? "" : document.text(link.label), isEmbed: isEmbed)
        }
    }

    /// The text with others in these places; nil leaves one as it is.
    package static func replacing(_ places: [Place], in text: String, by link: (Place) -> String?) -> String {
        text.replacing(places.compactMap { place in link(place).map { (place.whole, $0) } })
    }

    /// Whether a name has the ending of a file that is no note.
    private static func isFile(_ name: String) -> Bool {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return false }
        let ending = name[name.index(after: point)...]
        return (1...8).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && !["md", "markdown"].contains(ending.lowercased())
    }
}

/// Links to attachments when these move between a note and a folder.
///
/// A path is put before an address as it is spelled, and taken off again, so that a text comes back as it was.
package enum AttachmentLinks {
    /// The text whose links to attachments of these names lead to a folder.
    package static func leading(_ names: [String], to folder: String, in text: String) -> String {
        guard !names.isEmpty else { return text }
        let places = FileLinkText.places(in: text)
        return FileLinkText.replacing(places, in: text) { place in
            guard place.targets.contains(where: names.contains) else { return nil }
            return encoded(folder) + "/" + text[place.range]
        }
    }

    /// The text whose links to attachments that have moved lead to them.
    ///
    /// - Parameters:
    ///   - attachments: What belongs to the note.
    ///   - old: The note’s folder, from which its links are read.
    ///   - folder: The folder from which they are read from now on.
    ///   - place: Where the file of an attachment lies, below the folder of all notes, and whether links may stay that say
    ///     no more than its name; nil for one whose links stay.
    package static func leading(
        _ text: String, to attachments: [Attachment], from old: String, in folder: String,
        at place: (Attachment) -> (path: String, isFound: Bool)?
    ) -> String {
        guard !attachments.isEmpty else { return text }
        let lookup = AttachmentLookup(attachments, from: old)
        return text.replacing(
            NamedFile.all(in: text).compactMap { file in
                guard let attachment = lookup.attachment(named: file), let (path, isFound) = place(attachment),
                    !file.leads(to: path, from: folder, searching: isFound)
                else { return nil }
                let part = FileLinkText.part(of: file.spelled[...], leadingTo: path)
                return (file.range, (file.isTitle ? path : encoded(FilePath.relative(path, from: folder))) + part)
            })
    }

    /// The text whose links to these files are their names alone.
    package static func shortening(_ files: [String], in text: String) -> String {
        guard !files.isEmpty else { return text }
        let places = FileLinkText.places(in: text)
        return FileLinkText.replacing(places, in: text) { place in
            place.targets.contains(where: files.contains) ? bare(text[place.range]) : nil
        }
    }

    /// The text with all links to files as names alone.
    package static func shortening(all text: String) -> String {
        FileLinkText.replacing(FileLinkText.places(in: text), in: text) { bare(text[$0.range]) }
    }

    /// An address without its folders.
    package static func bare(_ address: Substring) -> String {
        String(address.lastIndex(of: "/").map { address[address.index(after: $0)...] } ?? address)
    }

    /// A path of our own making as an address: blanks and parentheses would end it, and other signs mean something there.
    package static func encoded(_ path: String) -> String {
        var address = ""
        for scalar in path.unicodeScalars {
            if scalar.isASCII, scalar.value < 0x20 || "% ()<>#?\\|`\"".unicodeScalars.contains(scalar) {
                address += "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            } else {
                address.unicodeScalars.append(scalar)
            }
        }
        return address
    }
}
