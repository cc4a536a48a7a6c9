// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumExpat

/// One run of expat over UTF-8, with its callbacks turned into a handler's calls and its errors into faults.
///
/// expat holds the address of this object without keeping it alive; it calls from within `parse` only, and is freed
/// with the object.
final class ExpatParser {
    private let parser: XML_Parser
    private let maximumDepth: Int
    private let doctype: XMLDoctype
    private let rows: RowNames
    private let keepsControls: Bool
    /// The number of lines before the first line of this run’s bytes.
    private let lines: Int
    private var depth = 0
    /// Whether the next element is the root that `resume` writes.
    private var isResuming = false
    /// The end of the last element’s tag, in bytes of this run.
    private var lastEnd = 0
    /// The line on which the root ended; `nil` if it has not.
    private var lineOfEnd: Int?
    /// The bytes from a row on that began within another one.
    private var nested: (bytes: [UInt8], lines: Int)?
    /// The name of the document’s root, once it has begun in this run.
    private(set) var root: String?
    private var hasStrayed = false
    private var handler: (any XMLHandler)?
    private var textHandler: (any XMLTextHandler)?
    /// The error by which the handler or a limit stopped the parser; nothing is delivered once it is set.
    private var stop: (any Error)?

    /// Makes a parser that refuses elements nested deeper than this.
    ///
    /// - Throws: `XMLFault.outOfMemory`.
    init(
        maximumDepth: Int, doctype: XMLDoctype, rows: RowNames, keepsControls: Bool, lines: Int = 0
    ) throws(XMLFault) {
        // Naming the encoding makes expat ignore the one that the document declares.
        guard let parser = XML_ParserCreate("UTF-8") else { throw .outOfMemory }
        self.parser = parser
        self.maximumDepth = maximumDepth
        self.doctype = doctype
        self.rows = rows
        self.keepsControls = keepsControls
        self.lines = lines
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, tag, attributes in
                guard let tag, let attributes else { return }
                ExpatParser.of(data)?.start(tag, UnsafePointer(attributes))
            },
            { data, tag in
                guard let tag else { return }
                ExpatParser.of(data)?.end(tag)
            })
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasDefinitions in
            ExpatParser.of(data)?.startDoctype(hasDefinitions: hasDefinitions != 0)
        }
        // Called for content alone: an unknown entity in an attribute is left out.
        XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
            guard let name, isParameter == 0 else { return }
            ExpatParser.of(data)?.entity(name)
        }
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// The line the parser is at, from 1.
    var line: Int { lines + Int(XML_GetCurrentLineNumber(parser)) }

    /// Whether no element is open but the root.
    var isBetweenRows: Bool { depth <= 1 }

    /// Whether the root has ended.
    var hasEnded: Bool { lineOfEnd != nil }

    /// Begins in the middle of a document, within its root.
    func resume(in root: String, handler: any XMLHandler) throws {
        isResuming = true
        let tag = Array("<\(root)>".utf8)
        try parse(capacity: tag.count, isLast: false, handler: handler) { buffer in
            for (index, byte) in tag.enumerated() { buffer[index] = byte }
            return tag.count
        }
        isResuming = false
    }

    /// The bytes from the place of the fault on that were handed in, and how many line breaks come before them.
    var rest: (bytes: [UInt8], lines: Int) {
        if let nested { return nested }
        if isBehindRoot { return (unread.bytes, line - 1) }
        // A fault at the very start of a tag is of that tag, and not of what comes before it.
        return (brokenToken.isEmpty ? Array(unread.bytes.dropFirst()) : unread.bytes, line - 1)
    }

    /// The bytes in the parser’s buffer before the current place and from there on.
    private var unread: (before: [UInt8], bytes: [UInt8]) {
        var offset: Int32 = 0
        var size: Int32 = 0
        guard let start = XML_GetInputContext(parser, &offset, &size), offset >= 0, offset <= size else {
            return ([], [])
        }
        let all = UnsafeBufferPointer(start: start, count: Int(size)).map { UInt8(bitPattern: $0) }
        return (Array(all.prefix(Int(offset))), Array(all.dropFirst(Int(offset))))
    }

    /// The line on which that began which the parser could not read.
    private var lineOfToken: Int {
        guard !rows.isEmpty else { return line }
        // The fault is not the element that follows, but the end of the root before it.
        if let lineOfEnd, isBehindRoot { return lineOfEnd }
        return line - brokenToken.count { $0 == UInt8(ascii: "\n") }
    }

    /// Whether an element begins where the root has ended already.
    private var isBehindRoot: Bool {
        !rows.isEmpty && lineOfEnd != nil && XML_GetErrorCode(parser) == XML_ERROR_JUNK_AFTER_DOC_ELEMENT
            && unread.bytes.first == UInt8(ascii: "<")
    }

    /// The part that the parser has read of the token that it could not read to its end.
    private var brokenToken: ArraySlice<UInt8> {
        let length = max(0, Int(XML_GetCurrentByteIndex(parser)) - lastEnd)
        return unread.before.suffix(length).drop { $0 <= 0x20 }
    }

    /// Parses the bytes that the body writes into a buffer of this capacity.
    ///
    /// - Throws: An `XMLFault`, or the handler’s error.
    func parse(
        capacity: Int, isLast: Bool, handler: any XMLHandler, _ body: (UnsafeMutablePointer<UInt8>) -> Int
    ) throws {
        guard let buffer = XML_GetBuffer(parser, Int32(capacity)) else { throw XMLFault.outOfMemory }
        let count = body(buffer.assumingMemoryBound(to: UInt8.self))
        self.handler = handler
        receiveText(for: handler as? any XMLTextHandler)
        defer {
            self.handler = nil
            textHandler = nil
        }
        let status = XML_ParseBuffer(parser, Int32(count), isLast ? 1 : 0)
        if let stop { throw stop }
        guard status == XML_STATUS_OK else { throw fault() }
    }

    private func receiveText(for handler: (any XMLTextHandler)?) {
        textHandler = handler
        guard handler != nil || !rows.isEmpty else {
            // Without a handler expat does not even collect the text.
            XML_SetCharacterDataHandler(parser, nil)
            return
        }
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text else { return }
            ExpatParser.of(data)?.text(UnsafeBufferPointer(start: text, count: Int(count)))
        }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> ExpatParser? {
        data.map { Unmanaged<ExpatParser>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension ExpatParser {
    private func start(_ tag: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        guard depth < maximumDepth else {
            stop(with: XMLFault.tooDeep(line: line, limit: maximumDepth))
            return
        }
        if !rows.isEmpty {
            guard depth < 2 || !rows.contains(tag) else {
                nested = (unread.bytes, line - 1)
                stop(with: XMLFault.malformed(.mismatchedTag, line: line, column: 1))
                return
            }
            lastEnd = Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
            hasStrayed = false
            if depth == 0, !isResuming { root = String(cString: tag) }
        }
        depth += 1
        guard !isResuming else { return }
        deliver { [parser, handler, lines, keepsControls] () throws in
            try handler?.start(
                XMLElement(
                    parser: parser, tag: tag, attributes: attributes, lines: lines,
                    keepsControls: keepsControls))
        }
    }

    private func end(_ tag: UnsafePointer<CChar>) {
        // After it was stopped at an empty element, expat still calls for the end of that.
        guard stop == nil else { return }
        depth -= 1
        if !rows.isEmpty {
            lastEnd = max(lastEnd, Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser)))
        }
        if depth == 0 { lineOfEnd = line }
        deliver { [handler] () throws in try handler?.end(String(cString: tag)) }
    }

    private func text(_ piece: UnsafeBufferPointer<CChar>) {
        if !rows.isEmpty, !hasStrayed, piece.contains(where: { UInt8(bitPattern: $0) > 0x20 }) {
            hasStrayed = true
            (handler as? any XMLRowHandler)?.stray(line: line)
        }
        guard textHandler != nil else { return }
        deliver { [textHandler] () throws in
            try textHandler?.text(String(decoding: UnsafeRawBufferPointer(piece), as: UTF8.self))
        }
    }

    private func entity(_ name: UnsafePointer<CChar>) {
        deliver { [textHandler] () throws in try textHandler?.entity(String(cString: name)) }
    }

    private func startDoctype(hasDefinitions: Bool) {
        if doctype == .external, !hasDefinitions { return }
        stop(with: XMLFault.doctype(line: line))
    }

    private func deliver(_ call: () throws -> Void) {
        // expat may have one more call to make after it was stopped.
        guard stop == nil else { return }
        do {
            try call()
        } catch {
            stop(with: error)
        }
    }

    private func stop(with error: any Error) {
        guard stop == nil else { return }
        stop = error
        XML_StopParser(parser, 0)
    }

    /// The fault that expat's error stands for.
    private func fault() -> XMLFault {
        let error = XML_GetErrorCode(parser)
        switch error {
        case XML_ERROR_NO_MEMORY:
            return .outOfMemory
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
            XML_ERROR_UNCLOSED_CDATA_SECTION:
            return .truncated(line: line)
        default:
            // expat counts columns from 0.
            return .malformed(
                XMLMalformation(error), line: lineOfToken, column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
        }
    }
}
