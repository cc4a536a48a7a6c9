// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumXMLReader
import NotesLogic

/// Cuts an Evernote export into its notes, so that a broken one costs only itself.
///
/// Goes by the tags of notes, which no text contains: there, a `<` is written as `&lt;`.
final class ENEXNotes {
    /// The bytes of one note.
    struct Note {
        /// The bytes from its start tag to its end tag.
        let bytes: [UInt8]
        /// The number of lines before it.
        let linesBefore: Int
        /// Whether it has its end tag.
        let isWhole: Bool
        /// Whether it has more bytes than the limit: then these are the first of them.
        let isTooLarge: Bool
    }

    /// The bytes before the first note: the declarations, and the start of the root element; the first megabyte if
    /// it is longer.
    private(set) var head: [UInt8] = []
    /// Whether the file ends as an export does; said only after the last note.
    private(set) var isWhole = false

    /// No note has more bytes: Evernote’s own are at most 200 MB, and a third more in Base64.
    ///
    /// A file without an end would fill the memory.
    static let largest = 288 << 20
    private static let largestHead = 1 << 20
    private static let chunk = 256 << 10
    private static let start = Array("<note".utf8)
    private static let end = Array("</note".utf8)
    private static let rootEnd = Array("</en-export".utf8)

    private let source: any ByteSource
    private let largest: Int
    private var buffer: [UInt8] = []
    /// The start of the remaining bytes.
    private var position = 0
    /// The number of lines before it.
    private var lines = 0

    /// - Parameter largest: The most bytes to read of a note.
    /// - Throws: `XMLFault.unreadable`, `CancellationError`.
    init(_ source: any ByteSource, largest: Int = ENEXNotes.largest) async throws {
        self.source = source
        self.largest = largest
        let first = try await place(of: [Self.start], from: 0, to: Self.largestHead)?.index ?? buffer.count
        head = Array(buffer[..<min(first, Self.largestHead)])
        pass(to: head.count)
    }

    /// The next note; `nil` at the end of the file.
    ///
    /// - Throws: `XMLFault.unreadable`, `CancellationError`.
    func next() async throws -> Note? {
        while let tag = try await pass(toOneOf: [Self.start, Self.rootEnd]) {
            isWhole = tag == Self.rootEnd
            if !isWhole { return try await note() }
            // A second export may follow in the same file.
            pass(to: position + 1)
        }
        return nil
    }

    /// The note that begins here.
    private func note() async throws -> Note {
        let limit = position + largest
        // If a note has no end, the next one begins within it.
        if let (last, tag) = try await place(of: [Self.start, Self.end], from: position + 1, to: limit),
            tag == Self.end,
            let close = buffer[last...].firstIndex(of: UInt8(ascii: ">"))
        {
            return take(to: close + 1, isWhole: true)
        }
        if let (next, _) = try await place(of: [Self.start, Self.rootEnd], from: position + 1, to: limit) {
            return take(to: next, isWhole: false)
        }
        guard buffer.count >= limit else { return take(to: buffer.count, isWhole: false) }
        let note = Note(
            bytes: Array(buffer[position..<min(limit, position + Self.chunk)]), linesBefore: lines, isWhole: false,
            isTooLarge: true)
        pass(to: position + 1)
        if try await pass(toOneOf: [Self.start, Self.end]) == Self.end { pass(to: position + 1) }
        return note
    }

    private func take(to end: Int, isWhole: Bool) -> Note {
        let note = Note(
            bytes: Array(buffer[position..<end]), linesBefore: lines, isWhole: isWhole, isTooLarge: false)
        pass(to: end)
        return note
    }

    /// Passes everything before one of the tags; says which, `nil` at the end of the file.
    private func pass(toOneOf tags: [[UInt8]]) async throws -> [UInt8]? {
        while true {
            if let (index, tag) = try await place(of: tags, from: position, to: buffer.count) {
                pass(to: index)
                return tag
            }
            pass(to: buffer.count)
            guard try await fill() else { return nil }
        }
    }

    /// The next place of one of the tags, and the tag; reads on as far as necessary.
    ///
    /// - Parameter limit: The place at which reading stops.
    private func place(
        of tags: [[UInt8]], from start: Int, to limit: Int
    ) async throws -> (index: Int, tag: [UInt8])? {
        var index = start
        while true {
            while let open = buffer[index...].firstIndex(of: UInt8(ascii: "<")) {
                // The longest tag and what ends its name.
                while buffer.count - open < Self.rootEnd.count + 1, try await fill() {}
                for tag in tags where buffer[open...].starts(with: tag) && endsName(open + tag.count) {
                    return (open, tag)
                }
                index = open + 1
            }
            index = buffer.count
            guard buffer.count < limit, try await fill() else { return nil }
        }
    }

    /// Whether a name ends at a place: `<note-attributes>` is not a note.
    private func endsName(_ index: Int) -> Bool {
        index < buffer.count && [0x3E, 0x20, 0x09, 0x0A, 0x0D].contains(buffer[index])
    }

    private func fill() async throws -> Bool {
        try await source.ready()
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        var failure: XMLFault?
        let count = chunk.withUnsafeMutableBytes { bytes in
            do throws(XMLFault) { return try source.read(into: bytes) } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        buffer += chunk[..<count]
        return count > 0
    }

    private func pass(to end: Int) {
        lines += buffer[position..<end].count { $0 == UInt8(ascii: "\n") }
        position = end
        guard position > Self.chunk, position > buffer.count / 2 else { return }
        buffer.removeFirst(position)
        position = 0
    }
}

/// Mends what programs write wrong in the notes of an Evernote export.
enum ENEXContent {
    private static let open = Array("<![CDATA[".utf8)
    private static let close = Array("]]>".utf8)
    private static let escaped = Array("]]<![CDATA[>]]>".utf8)
    private static let start = Array("<content".utf8)
    private static let end = Array("</content".utf8)

    /// A note whose text may have CDATA sections within its own one, which would end that one too soon.
    ///
    /// Evernote itself writes `]]>` as `]]<![CDATA[>]]>`; the text has `]]&gt;` then. Any other `]]>` in it is split,
    /// so that the reader gets it unchanged. A text in several sections stays so.
    static func mended(_ note: [UInt8]) -> [UInt8] {
        guard let content = place(of: start, in: note, from: 0), let outer = place(of: open, in: note, from: content),
            let last = place(of: end, in: note, from: outer), outer < last
        else { return note }
        // The section ends if only blanks follow up to the end of the content.
        var stop = last
        while stop > outer, [0x20, 0x09, 0x0A, 0x0D].contains(note[stop - 1]) { stop -= 1 }
        let from = outer + open.count
        guard stop - close.count >= from, note[(stop - close.count)..<stop].elementsEqual(close) else { return note }
        let inner = from..<(stop - close.count)
        guard place(of: close, in: note[inner], from: inner.lowerBound) != nil else { return note }
        var result = Array(note[..<from])
        var index = inner.lowerBound
        while let found = place(of: Array("]]".utf8), in: note[inner], from: index) {
            result += note[index..<found]
            index = found
            if note[found..<inner.upperBound].starts(with: escaped) {
                result += Array("]]&gt;".utf8)
                index += escaped.count
            } else if let next = nextSection(behind: found, in: note[inner]) {
                // The text goes on in another section, as any program may write it.
                result += note[found..<next]
                index = next
            } else if note[found..<inner.upperBound].starts(with: close) {
                result += Array("]]]]><![CDATA[>".utf8)
                index += close.count
            } else {
                result.append(note[found])
                index += 1
            }
        }
        return result + note[index...]
    }

    /// The place at which the text of an ending section continues, with nothing but blanks up to the next one; `nil` if
    /// none ends, or none follows.
    private static func nextSection(behind end: Int, in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes[end...].starts(with: close) else { return nil }
        let next = bytes[(end + close.count)...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return next.starts(with: open) ? next.startIndex + open.count : nil
    }

    /// The title of a note that cannot be read; empty for none.
    static func title(in note: [UInt8]) -> String {
        let tag = Array("<title>".utf8)
        guard let start = place(of: tag, in: note, from: 0) else { return "" }
        let text = note[(start + tag.count)...].prefix { $0 != UInt8(ascii: "<") }.prefix(200)
        return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func place(of sought: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        place(of: sought, in: bytes[...], from: start)
    }

    private static func place(of sought: [UInt8], in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while let found = bytes[index...].firstIndex(of: sought[0]) {
            if bytes[found...].starts(with: sought) { return found }
            index = found + 1
        }
        return nil
    }
}
