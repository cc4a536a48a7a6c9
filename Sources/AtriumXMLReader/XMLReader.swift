// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads an XML document of any size in constant memory, and passes its elements to a handler.
///
///     let reader = try XMLReader(source: FileSource(path: path))
///     try reader.read(handler)
///
/// or, to do other things in between, such as to show the progress or to wait for a store:
///
///     repeat { try await reader.ready() } while try reader.step(handler)
///
/// It reads XML 1.0 without namespaces, in UTF-8, UTF-16 (with or without byte order mark), ISO 8859-1 or
/// windows-1252, tells UTF-8 and UTF-16 by their bytes whatever is declared, and mends what programs are known to
/// write wrong (see `XMLRepairs`). An attribute may be as long as memory allows; it is the one thing that is held
/// whole. A DOCTYPE is refused unless the maker says otherwise, and one with definitions always, so there are no entities
/// to expand or fetch.
///
/// A reader is for one document and belongs to one isolation at a time; `step` blocks on its source
/// if the caller has not waited for `ready`.
public final class XMLReader {
    /// The deepest nesting of elements.
    package static let maximumDepth = 100

    /// The number of bytes taken from the source so far; up to a chunk may not have been delivered yet.
    public private(set) var bytesRead = 0

    /// The line that is being read, from 1.
    public var currentLine: Int { parser.line }

    /// The repairs so far.
    public var repairs: XMLRepairs {
        var repairs = filter.repairs
        repairs.replacedCharacters += transcoder?.replacedCharacters ?? 0
        return repairs
    }

    private static let chunk = 64 << 10

    private let source: any ByteSource
    private var parser: ExpatParser
    private let raw = ByteBuffer(capacity: chunk)
    /// The transcoder’s output for the raw bytes, if they are not all in UTF-8 already.
    private let transcoded: ByteBuffer
    private var transcoder: Transcoder?
    private var filter: RepairFilter
    private let rows: RowNames
    private let doctype: XMLDoctype
    private let keepsControls: Bool
    private var root: String
    private var hasBegun = false
    private var isFinished = false
    /// An end tag between rows that ends none of them: a fault if a row comes after it, and the root’s own one otherwise.
    private var strayEnd: XMLFault?
    /// Whether the root has ended, and no row was found behind it.
    private var hasEnded = false
    private var line = 1
    /// The possible beginning of a row, during the search for one after a fault; `nil` at other times.
    private var sought: Sought?

    private struct Sought {
        /// The bytes that are looked through.
        var bytes: [UInt8]
        /// The number of line breaks before them.
        var lines: Int
    }

    /// Makes a reader of this source, from which nothing is read yet.
    ///
    /// - Parameters:
    ///   - doctype: The treatment of a DOCTYPE.
    ///   - rows: the names of the elements that stand for themselves: after a fault reading goes on with the next one,
    ///     if the handler is a `XMLRowHandler`. They do not nest.
    ///   - root: the name of the element that they are in.
    ///   - keepsControls: Whether the values of attributes keep control characters, which XML forbids, but for U+0000.
    /// - Throws: `XMLFault.outOfMemory`.
    public init(
        source: any ByteSource, doctype: XMLDoctype = .refused, rows: [String] = [], root: String = "root",
        keepsControls: Bool = false
    ) throws(XMLFault) {
        self.source = source
        self.rows = RowNames(rows)
        self.doctype = doctype
        self.root = root
        self.keepsControls = keepsControls
        filter = RepairFilter(rows: self.rows, keepsControls: keepsControls)
        parser = try ExpatParser(
            maximumDepth: XMLReader.maximumDepth, doctype: doctype, rows: self.rows, keepsControls: keepsControls)
        // Room for a chunk, and for the bytes that the filter left of the one before.
        transcoded = ByteBuffer(capacity: XMLReader.chunk * Transcoder.growth + 4 * CharacterReference.longest)
    }

    /// Reads the document to its end.
    ///
    /// - Throws: An `XMLFault`, or the handler’s error; all that came before has been delivered.
    public func read(_ handler: any XMLHandler) throws {
        while try step(handler) {}
    }

    /// Waits until the source has something to read.
    ///
    /// - Throws: `CancellationError`.
    public func ready() async throws { try await source.ready() }

    /// Reads one chunk of the document, at most 64 KiB, and delivers what can be told from it.
    ///
    /// - Returns: False at the end of the document, and ever after, also after an error.
    /// - Throws: An `XMLFault`, or the handler’s error; all that came before has been delivered.
    public func step(_ handler: any XMLHandler) throws -> Bool {
        guard !isFinished else { return false }
        // Set for whatever is thrown below.
        isFinished = true
        let added = try raw.fill(from: source)
        bytesRead += added
        let isLast = added == 0
        if try detectEncoding(isLast: isLast) {
            try parse(isLast: isLast, handler)
        }
        isFinished = isLast
        return !isLast
    }
}

extension XMLReader {
    /// Whether the encoding is known; if it is found, its mark is removed.
    private func detectEncoding(isLast: Bool) throws(XMLFault) -> Bool {
        guard transcoder == nil else { return true }
        guard let found = try XMLEncoding.detect(in: raw.filled, isLast: isLast) else { return false }
        transcoder = Transcoder(from: found.encoding)
        raw.removeFirst(found.mark)
        return true
    }

    private func parse(isLast: Bool, _ handler: any XMLHandler) throws {
        var buffer = raw
        var count = raw.filled.count
        if let sound = soundCount(isLast: isLast) {
            count = sound
        } else {
            let read = transcoder?.transcode(raw.filled, into: transcoded, isLast: isLast) ?? 0
            raw.removeFirst(read)
            buffer = transcoded
            count = transcoded.filled.count
        }
        let text = UnsafeBufferPointer(rebasing: buffer.filled.prefix(count))
        try checkBeginning(text, isLast: isLast)
        // Always a byte more than nothing, since expat has to be told of the end as well.
        let capacity = count * RepairFilter.growth + 1
        func write(_ output: UnsafeMutablePointer<UInt8>) -> Int {
            let (read, written) = filter.process(text, into: output, isLast: isLast)
            buffer.removeFirst(read)
            return written
        }
        if let sought {
            let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
                count = bytes.baseAddress.map(write) ?? 0
            }
            return try resume(in: sought.bytes + bytes, after: sought.lines, isLast: isLast, handler)
        }
        do {
            try parser.parse(capacity: capacity, isLast: isLast, handler: handler, write)
        } catch let fault as XMLFault {
            try interrupt(handler, by: fault)
            let rest = parser.rest
            try resume(in: rest.bytes, after: rest.lines, isLast: isLast, handler)
        }
    }

    /// The number of raw bytes that are right as they are, nearly always all, so that they need not be copied; `nil` if
    /// they have to be transcoded.
    private func soundCount(isLast: Bool) -> Int? {
        // The transcoded bytes that the filter left come before the raw ones.
        guard transcoder?.encoding == .utf8, transcoded.isEmpty,
            case .sound(let count) = UTF8Check(raw.filled, isLast: isLast)
        else { return nil }
        return count
    }

    /// Sees to it that the first thing in the document is a tag of some kind.
    ///
    /// expat would find the same, but reports a text file like a misplaced comma.
    private func checkBeginning(_ text: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(XMLFault) {
        guard !hasBegun else { return }
        for byte in text {
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            case UInt8(ascii: "<"):
                hasBegun = true
                return
            default: throw .notXML(line: line)
            }
        }
        if isLast { throw .empty }
    }
}

// Going on after a fault
extension XMLReader {
    /// The number of bytes parsed at once after a fault: with each further fault, the rest of them is copied.
    private static let piece = 4 << 10

    /// Reports a fault that costs one row to the handler.
    ///
    /// - Throws: A fault that ends the document.
    private func interrupt(_ handler: any XMLHandler, by fault: XMLFault) throws {
        guard !rows.isEmpty, let handler = handler as? any XMLRowHandler else { throw fault }
        if let name = parser.root { root = name }
        hasEnded = parser.hasEnded
        switch fault {
        case .malformed(.mismatchedTag, _, _) where parser.isBetweenRows: strayEnd = fault
        case .malformed, .tooDeep: handler.interrupted(by: fault)
        case .truncated where hasEnded: handler.interrupted(by: fault)
        default: throw fault
        }
    }

    /// Continues at the first row in these bytes, or searches for one in the bytes after them.
    private func resume(in bytes: [UInt8], after lines: Int, isLast: Bool, _ handler: any XMLHandler) throws {
        var rest = bytes[...]
        var lines = lines
        while let start = rows.firstStart(in: rest) {
            if let strayEnd { (handler as? any XMLRowHandler)?.interrupted(by: strayEnd) }
            strayEnd = nil
            lines += rest[..<start].count { $0 == UInt8(ascii: "\n") }
            rest = rest[start...]
            parser = try ExpatParser(
                maximumDepth: Self.maximumDepth, doctype: doctype, rows: rows, keepsControls: keepsControls,
                lines: lines)
            try parser.resume(in: root, handler: handler)
            guard let (left, before) = try read(rest, isLast: isLast, handler) else {
                sought = nil
                return
            }
            // Nothing was read of it: it would be found again.
            rest = left.count < rest.count ? left[...] : rest.dropFirst()
            lines = before
        }
        // A fault at an end tag is behind its first two characters.
        let last = rest.suffix(64).split(whereSeparator: { $0 <= 0x20 }).last ?? []
        let isOver = ["</\(root)>", "\(root)>"].contains { last.elementsEqual($0.utf8) }
        let isClosed = isOver || strayEnd != nil && last.last == UInt8(ascii: ">")
        if isLast, !isClosed, !hasEnded { throw XMLFault.truncated(line: lines + 1) }
        let kept = rest.suffix(max(rows.longest, 64))
        lines += rest[..<kept.startIndex].count { $0 == UInt8(ascii: "\n") }
        sought = Sought(bytes: Array(kept), lines: lines)
    }

    /// Parses bytes; after a fault of one row, those from there on and the line breaks before them.
    private func read(
        _ bytes: ArraySlice<UInt8>, isLast: Bool, _ handler: any XMLHandler
    ) throws -> (bytes: [UInt8], lines: Int)? {
        var rest = bytes
        repeat {
            let piece = rest.prefix(Self.piece)
            rest = rest.dropFirst(Self.piece)
            do {
                try parser.parse(capacity: piece.count + 1, isLast: isLast && rest.isEmpty, handler: handler) {
                    output in
                    for (offset, byte) in piece.enumerated() { output[offset] = byte }
                    return piece.count
                }
            } catch let fault as XMLFault {
                try interrupt(handler, by: fault)
                let left = parser.rest
                return (left.bytes + rest, left.lines)
            }
        } while !rest.isEmpty
        return nil
    }
}

/// Receives the elements of a document as they are read.
///
/// The reader calls in the order of the document, in the isolation of its own caller. What a call throws stops the
/// reading at once, is thrown on by the reader as it is, and no further call follows: so a handler can cancel.
public protocol XMLHandler: AnyObject {
    /// An element begins; the value lives as long as the call.
    func start(_ element: borrowing XMLElement) throws
    /// The element of this name, the last one begun and not ended, ends.
    func end(_ name: String) throws
}

/// Receives a document of rows: elements directly within the root, each of which stands for itself.
///
/// A fault costs only its row: the reader continues at the next start of a row.
public protocol XMLRowHandler: XMLHandler {
    /// The document is broken within a row, or between two. What was begun is not ended any more, but for the root.
    func interrupted(by fault: XMLFault)
    /// There is text on this line, where rows have none: it may be what is left of one.
    func stray(line: Int)
}

/// Receives the text between the tags as well, for formats that keep any there.
public protocol XMLTextHandler: XMLHandler {
    /// A piece of the text of the last element begun and not ended, with its references and CDATA resolved.
    ///
    /// One text may come in any number of pieces, so that it never has to be held whole. White space between elements
    /// is text too.
    func text(_ piece: String) throws

    /// An entity that a definition elsewhere may know, by its name; only where `XMLDoctype.external` allows one.
    ///
    /// Delivered as a text such as `&nbsp;` by default.
    func entity(_ name: String) throws
}

extension XMLTextHandler {
    /// Takes the reference for a text.
    public func entity(_ name: String) throws { try text("&\(name);") }
}

/// The treatment of a DOCTYPE.
public enum XMLDoctype: Hashable, Sendable {
    /// Any is refused.
    case refused
    /// One that only names a definition elsewhere is passed over, and nothing is fetched; one that defines anything
    /// itself is refused. The entities of the definition stay names, see `XMLTextHandler.entity(_:)`.
    case external
}
