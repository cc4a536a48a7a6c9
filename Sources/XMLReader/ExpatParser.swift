// SPDX-License-Identifier: GPL-3.0-or-later

import CExpat

/// One run of expat over UTF-8, with its callbacks turned into a handler's calls and its errors into faults.
///
/// expat holds the address of this object without keeping it alive; it calls from within `parse` only, and is freed
/// with the object.
final class ExpatParser {
    private let parser: XML_Parser
    private let maximumDepth: Int
    private let doctype: XMLDoctype
    private var depth = 0
    private var handler: (any XMLHandler)?
    private var textHandler: (any XMLTextHandler)?
    /// Why the handler or a limit stopped the parser; nothing is delivered any more once it is set.
    private var stop: (any Error)?

    /// Makes a parser that refuses elements nested deeper than this.
    ///
    /// - Throws: `XMLFault.outOfMemory`.
    init(maximumDepth: Int, doctype: XMLDoctype) throws(XMLFault) {
        // Naming the encoding makes expat ignore the one that the document declares.
        guard let parser = XML_ParserCreate("UTF-8") else { throw .outOfMemory }
        self.parser = parser
        self.maximumDepth = maximumDepth
        self.doctype = doctype
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
    var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// Parses the bytes that the body writes into a buffer of this capacity.
    ///
    /// - Throws: An `XMLFault`, or what the handler threw.
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
        guard handler != nil else {
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
        depth += 1
        deliver { [parser, handler] () throws in
            try handler?.start(XMLElement(parser: parser, tag: tag, attributes: attributes))
        }
    }

    private func end(_ tag: UnsafePointer<CChar>) {
        depth -= 1
        deliver { [handler] () throws in try handler?.end(String(cString: tag)) }
    }

    private func text(_ piece: UnsafeBufferPointer<CChar>) {
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
        // expat may have one more call to make after it was stopped, such as the end of an empty element.
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
                XMLMalformation(error), line: line, column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
        }
    }
}
