// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumXMLReader

extension XMLElement {
    /// The names and values of all attributes, in the order of the document.
    var allAttributes: [XMLEvent.Attribute] {
        var found: [XMLEvent.Attribute] = []
        while let name = attributes[2 * found.count], let value = attributes[2 * found.count + 1] {
            found.append(XMLEvent.Attribute(name: String(cString: name), value: String(cString: value)))
        }
        return found
    }
}

/// Keeps the events of a document, the pieces of one text put together, and stops where it is told to.
final class Recorder: XMLTextHandler {
    /// Thrown at the element at which to stop.
    struct Stop: Error {}

    private(set) var events: [XMLEvent] = []
    private(set) var lines: [Int] = []
    private let stop: String?

    init(stopAt stop: String? = nil) {
        self.stop = stop
    }

    func start(_ element: borrowing XMLElement) throws {
        events.append(.start(element.name, element.allAttributes))
        lines.append(element.line)
        if element.name == stop { throw Stop() }
    }

    func text(_ piece: String) {
        if case .text(let before)? = events.last {
            events[events.count - 1] = .text(before + piece)
        } else {
            events.append(.text(piece))
        }
    }

    func end(_ name: String) {
        events.append(.end(name))
    }

    /// All that was kept of the document.
    struct Outcome: Equatable {
        var events: [XMLEvent] = []
        var fault: XMLFault?
        var repairs = XMLRepairs()
    }

    /// Reads the bytes in chunks and tells what came of it.
    static func outcome(of bytes: [UInt8], chunk: Int = .max) throws -> Outcome {
        let recorder = Recorder()
        let reader = try XMLReader(source: MemorySource(bytes, chunk: chunk))
        var outcome = Outcome()
        do {
            try reader.read(recorder)
        } catch let fault as XMLFault {
            outcome.fault = fault
        }
        outcome.events = recorder.events
        outcome.repairs = reader.repairs
        return outcome
    }

    /// Reads a text in UTF-8.
    static func outcome(of text: String, chunk: Int = .max) throws -> Outcome {
        try outcome(of: [UInt8](text.utf8), chunk: chunk)
    }
}
