// SPDX-License-Identifier: GPL-3.0-or-later

import XMLReader

/// Cuts an Evernote export into its notes, so that one that is broken costs itself alone.
///
/// Goes by the tags of notes, which stand in no text: there, a `<` is written as `&lt;`.
final class ENEXNotes {
    /// The bytes of one note.
    struct Note {
        /// From its start tag to its end tag.
        let bytes: [UInt8]
        /// How many lines end before it.
        let linesBefore: Int
        /// Whether it has its end tag.
        let isWhole: Bool
    }

    /// What stands before the first note: the declarations, and the start of the root element.
    private(set) var head: [UInt8] = []
    /// Whether the file ends as an export does; said only after the last note.
    private(set) var isWhole = false

    private static let chunk = 256 << 10
    /// No note has more bytes: a file without an end would fill the memory.
    private static let largest = 1 << 30
    private static let start = Array("<note".utf8)
    private static let end = Array("</note".utf8)
    private static let rootEnd = Array("</en-export".utf8)

    private let source: any ByteSource
    private var buffer: [UInt8] = []
    /// Where what was not given out begins.
    private var position = 0
    /// How many lines end before it.
    private var lines = 0

    /// - Throws: `XMLFault.unreadable`.
    init(_ source: any ByteSource) throws(XMLFault) {
        self.source = source
        let first = try place(of: [Self.start], from: 0)?.index ?? buffer.count
        head = Array(buffer[..<first])
        pass(to: first)
    }

    /// The next note; nil at the end of the file.
    ///
    /// - Throws: `XMLFault.unreadable`.
    func next() throws(XMLFault) -> Note? {
        guard let (first, tag) = try place(of: [Self.start, Self.rootEnd], from: position) else { return nil }
        guard tag == Self.start else {
            isWhole = true
            // A second export may follow in the same file.
            pass(to: first + 1)
            return try next()
        }
        isWhole = false
        pass(to: first)
        // Where a note has no end, the next one begins within it.
        guard let (last, tag) = try place(of: [Self.start, Self.end], from: position + 1), tag == Self.end,
            let close = buffer[last...].firstIndex(of: UInt8(ascii: ">"))
        else {
            let next = try place(of: [Self.start, Self.rootEnd], from: position + 1)?.index
            return take(to: next ?? buffer.count, isWhole: false)
        }
        return take(to: close + 1, isWhole: true)
    }

    private func take(to end: Int, isWhole: Bool) -> Note {
        let note = Note(bytes: Array(buffer[position..<end]), linesBefore: lines, isWhole: isWhole)
        pass(to: end)
        return note
    }

    /// Where one of the tags begins next, and which; reads on as far as it must.
    private func place(of tags: [[UInt8]], from start: Int) throws(XMLFault) -> (index: Int, tag: [UInt8])? {
        var index = start
        while true {
            while let open = buffer[index...].firstIndex(of: UInt8(ascii: "<")) {
                // The longest tag and what ends its name.
                while buffer.count - open < Self.rootEnd.count + 1, try fill() {}
                for tag in tags where buffer[open...].starts(with: tag) && endsName(open + tag.count) {
                    return (open, tag)
                }
                index = open + 1
            }
            index = buffer.count
            guard buffer.count - position < Self.largest, try fill() else { return nil }
        }
    }

    /// Whether a name ends at a place: `<note-attributes>` is no note.
    private func endsName(_ index: Int) -> Bool {
        index < buffer.count && [0x3E, 0x20, 0x09, 0x0A, 0x0D].contains(buffer[index])
    }

    private func fill() throws(XMLFault) -> Bool {
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
