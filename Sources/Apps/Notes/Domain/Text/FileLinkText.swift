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
