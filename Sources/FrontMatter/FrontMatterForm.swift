// SPDX-License-Identifier: GPL-3.0-or-later

/// The language of a block at the head of a file.
enum FrontMatterForm: Hashable, Sendable {
    /// Between `---` and `---`, or `...`, as most programs write it.
    case yaml
    /// Between two lines of `+++`, as Hugo and Zola write it.
    case toml
    /// An object in braces, as Hugo reads it; it is YAML too.
    case json

    /// Where a block may stand at the head of a text; whether its content is one is the parser’s to say.
    struct Place: Hashable {
        let form: FrontMatterForm
        /// What is between the fences, or the object itself.
        let content: Range<Int>
        /// Where the text begins.
        let rest: Int
    }

    /// The place of a block at the head of a text; nil if there is none.
    static func place(in bytes: [UInt8]) -> Place? {
        switch bytes.first {
        case UInt8(ascii: "-"): fenced(bytes, .yaml, from: "---", to: ["---", "..."])
        case UInt8(ascii: "+"): fenced(bytes, .toml, from: "+++", to: ["+++"])
        case UInt8(ascii: "{"): object(bytes)
        default: nil
        }
    }

    private static func fenced(
        _ bytes: [UInt8], _ form: FrontMatterForm, from open: StaticString, to ends: [StaticString]
    ) -> Place? {
        let first = line(bytes, from: 0)
        guard first.next < bytes.count, isFence(bytes[..<first.text], open) else { return nil }
        var start = first.next
        while start < bytes.count {
            let end = line(bytes, from: start)
            if ends.contains(where: { isFence(bytes[start..<end.text], $0) }) {
                return Place(form: form, content: first.next..<start, rest: end.next)
            }
            start = end.next
        }
        return nil
    }

    /// An object whose first name is in quotation marks, and behind which its line ends.
    private static func object(_ bytes: [UInt8]) -> Place? {
        guard let mark = bytes.dropFirst().first(where: { !YAMLBytes.endsWord($0) }), mark == UInt8(ascii: "\""),
            let end = YAMLBytes.flowEnd(bytes, from: 0)
        else { return nil }
        let last = line(bytes, from: end)
        guard bytes[end..<last.text].allSatisfy(YAMLBytes.isBlank) else { return nil }
        return Place(form: .json, content: 0..<end, rest: last.next)
    }

    /// The end of a line’s text, and where the next line begins.
    private static func line(_ bytes: [UInt8], from start: Int) -> (text: Int, next: Int) {
        (YAMLBytes.textEnd(bytes, from: start), min(YAMLBytes.lineEnd(bytes, from: start) + 1, bytes.count))
    }

    /// Whether a line is a fence: blanks may follow it.
    private static func isFence(_ line: ArraySlice<UInt8>, _ fence: StaticString) -> Bool {
        line.prefix(3).elementsEqual(UnsafeBufferPointer(start: fence.utf8Start, count: fence.utf8CodeUnitCount))
            && line.dropFirst(3).allSatisfy(YAMLBytes.isBlank)
    }
}
