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
        /// of it or in its folders alone.
        package let targets: [String]
        /// Whether it is shown in its place.
        package let isPicture: Bool
    }

    /// The links to files, in order; addresses of the web, and places within the text, are none.
    ///
    /// - Parameter scheme: How the addresses begin that are meant instead; nil: those of files.
    package static func places(in text: String, ofScheme scheme: String? = nil) -> [Place] {
        guard text.contains("](") else { return [] }
        var places: [Place] = []
        for line in CodeSpans.outside(text, having: "]") {
            var start = line.lowerBound
            while let middle = text[start..<line.upperBound].firstRange(of: "](") {
                start = middle.upperBound
                guard let range = address(in: text[middle.upperBound..<line.upperBound]) else { continue }
                start = range.upperBound
                let spelled = String(text[range])
                guard scheme.map(spelled.hasPrefix) ?? isFile(spelled) else { continue }
                let open = openBracket(in: text[line.lowerBound..<middle.lowerBound])
                let label = (open.map { text.index(after: $0) } ?? middle.lowerBound)..<middle.lowerBound
                let isPicture = open.map { $0 > line.lowerBound && text[text.index(before: $0)] == "!" } ?? false
                let first = open.map { isPicture ? text.index(before: $0) : $0 } ?? middle.lowerBound
                let close = text[range.upperBound..<line.upperBound].firstIndex(of: ")")
                places.append(
                    Place(
                        whole: first..<(close.map { text.index(after: $0) } ?? range.upperBound), label: label,
                        range: range, targets: meanings(of: spelled),
                        isPicture: isPicture))
            }
        }
        return places
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

    private static func meanings(of spelled: String) -> [String] {
        guard spelled.utf8.contains(0x25) else { return [spelled] }
        var meanings = [spelled, decoded(spelled)]
        if let slash = spelled.lastIndex(of: "/") {
            meanings.append(decoded(spelled[..<slash]) + spelled[slash...])
        }
        return meanings.enumerated().filter { meanings.firstIndex(of: $1) == $0 }.map(\.element)
    }

    /// The text with other addresses in these places; nil leaves one as it is.
    package static func replacing(_ places: [Place], in text: String, by address: (Place) -> String?) -> String {
        var result = ""
        var end = text.startIndex
        for place in places {
            guard let new = address(place) else { continue }
            result += text[end..<place.range.lowerBound] + new
            end = place.range.upperBound
        }
        return end == text.startIndex ? text : result + text[end...]
    }

    /// The address behind `](`: in angle brackets, or up to the closing parenthesis or a title; nil for none.
    package static func address(in text: Substring) -> Range<String.Index>? {
        let rest = text.drop { $0 == " " }
        if rest.first == "<" {
            let inner = rest.dropFirst()
            guard let close = inner.firstIndex(of: ">"), close > inner.startIndex else { return nil }
            return inner.startIndex..<close
        }
        var depth = 0
        var end = rest.startIndex
        while end < rest.endIndex {
            let character = rest[end]
            if character == "(" { depth += 1 }
            if character == ")" {
                if depth == 0 { break }
                depth -= 1
            }
            if character == "\"", end > rest.startIndex, rest[rest.index(before: end)] == " " { break }
            end = rest.index(after: end)
        }
        guard end < rest.endIndex else { return nil }
        while end > rest.startIndex, rest[rest.index(before: end)] == " " { end = rest.index(before: end) }
        return end > rest.startIndex ? rest.startIndex..<end : nil
    }

    private static func isFile(_ address: String) -> Bool {
        guard let first = address.first, first != "#" else { return false }
        // A scheme (RFC 3986, 3.1), as in `https:`; a single letter is none but a drive.
        let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return !(scheme.count > 1 && first.isLetter && address.dropFirst(scheme.count).first == ":")
            && !address.hasPrefix(":/")
    }

    /// The bracket that these characters leave open, the last one.
    private static func openBracket(in text: Substring) -> String.Index? {
        var depth = 0
        var index = text.endIndex
        while index > text.startIndex {
            index = text.index(before: index)
            if text[index] == "]" { depth += 1 }
            if text[index] == "[" {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        return nil
    }
}
