// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFiles

/// The entries of a JSON document, one at a time, so that a file of any size takes the memory of its largest entry.
///
/// Entries are the members of an array that is the document itself, or the value of a member with one of the known
/// names. The rest of the document is skipped; only its brackets and quotes are examined.
public final class JSONEntries {
    /// One entry: its JSON, and the name of its array.
    public struct Entry: Sendable {
        /// The bytes of the element.
        public let bytes: [UInt8]
        /// The name of the list that it is in.
        public let list: String
    }

    private enum Container {
        case object
        case array
    }

    /// The number of read bytes.
    package var bytesRead: Int { pieces.bytesRead }
    /// Whether the document ended where it should, and had a list.
    public var isSound: Bool { hasEnded && hasList && !isBroken }
    /// Whether a member of one of the names has something else than an array or `null`; known only after the last entry.
    public private(set) var hasOther = false
    /// The number of entries that the document states; `nil` if it does not.
    public private(set) var declaredCount: Int?
    /// Whether the document is incomplete at the end of the file; known only after the last entry.
    public var isCut: Bool { root != nil && !hasEnded && !isBroken }

    private let source: FileReader
    private var pieces: TextPieces
    private let names: Set<String>
    private var chunk: [UInt8] = []
    private var position = 0
    private var root: Container?
    private var depth = 0
    /// The depth within the array whose members are entries.
    private var listDepth: Int?
    private var list = ""
    private var hasList = false
    private var hasEnded = false
    private var isBroken = false
    /// Whether the next byte begins the value of an outermost member.
    private var isBeforeValue = false
    private var isInString = false
    private var isEscaped = false
    private var string: [UInt8] = []
    private var key = ""
    private var entry: [UInt8] = []
    /// The open brackets of the current entry; `nil` between entries.
    private var entryDepth: Int?

    /// - Parameter names: The names of the members that hold entries.
    public init(path: String, names: Set<String>) throws(FileFault) {
        source = try FileReader(path, takingStreams: true)
        pieces = TextPieces(source)
        self.names = names
    }

    /// The next entry; `nil` at the end, sound or not.
    ///
    /// - Throws: `FileFault`, `CancellationError`.
    public func next() async throws -> Entry? {
        while !isBroken {
            if position == chunk.count {
                try await source.ready()
                guard try fill() else { return nil }
            }
            while position < chunk.count, !isBroken {
                let byte = chunk[position]
                if entryDepth == nil {
                    position += 1
                    readOutside(byte)
                } else if let done = readInside(byte) {
                    return done
                }
            }
        }
        return nil
    }

    private func fill() throws(FileFault) -> Bool {
        let piece = try pieces.next()
        chunk = piece ?? []
        position = 0
        return piece != nil
    }

    /// A byte between entries.
    private func readOutside(_ byte: UInt8) {
        if isInString {
            readString(byte)
            return
        }
        if isBeforeValue, byte > 0x20 {
            isBeforeValue = false
            hasOther = hasOther || names.contains(key) && byte != UInt8(ascii: "[") && byte != UInt8(ascii: "n")
        }
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: break
        case _ where hasEnded: isBroken = true
        case _ where listDepth == depth && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "]"):
            position -= 1
            entryDepth = 0
            entry = []
        case UInt8(ascii: "{"): open(.object)
        case UInt8(ascii: "["): open(.array)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if listDepth == depth { listDepth = nil }
            depth -= 1
            hasEnded = depth == 0
            isBroken = depth < 0
        case UInt8(ascii: "\""):
            isInString = true
            string = []
        case UInt8(ascii: ":") where depth == 1:
            key = String(decoding: string, as: UTF8.self)
            isBeforeValue = true
        case UInt8(ascii: ":"): break
        case UInt8(ascii: "0")...UInt8(ascii: "9") where depth == 1 && key == "count":
            declaredCount = min((declaredCount ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), Int(UInt32.max))
        default: isBroken = depth == 0
        }
    }

    private func open(_ container: Container) {
        depth += 1
        if depth == 1 { root = container }
        let isList = container == .array && (depth == 1 || depth == 2 && root == .object && names.contains(key))
        guard isList else { return }
        listDepth = depth
        list = depth == 1 ? "" : key
        hasList = true
    }

    /// A byte of an entry; the entry, if it is the last.
    private func readInside(_ byte: UInt8) -> Entry? {
        let open = entryDepth ?? 0
        if isInString {
            position += 1
            entry.append(byte)
            readString(byte)
            return !isInString && open == 0 ? finish() : nil
        }
        let isBracket = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
        // A number or a word ends before what follows it.
        if open == 0, !entry.isEmpty, isBracket || byte == UInt8(ascii: ",") || byte <= 0x20 { return finish() }
        position += 1
        entry.append(byte)
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): entryDepth = open + 1
        case _ where isBracket:
            entryDepth = open - 1
            if open <= 1 { return finish() }
        default: break
        }
        return nil
    }

    private func readString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            return
        }
        // Names are short; a long string is no name.
        if entryDepth == nil, string.count < 64 { string.append(byte) }
    }

    private func finish() -> Entry {
        entryDepth = nil
        return Entry(bytes: entry, list: list)
    }
}
