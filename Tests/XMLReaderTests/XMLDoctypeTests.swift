// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumXMLReader
import Testing

/// What a DOCTYPE can and cannot do.
struct XMLDoctypeTests {
    private func events(_ text: String, chunk: Int = .max) throws -> [XMLEvent] {
        let recorder = Recorder()
        let source = MemorySource(Array(text.utf8), chunk: chunk)
        try XMLReader(source: source, doctype: .external).read(recorder)
        return recorder.events
    }

    @Test(arguments: [1, 7, .max]) func `one that names a definition elsewhere is passed over`(chunk: Int) throws {
        let head = "<?xml version='1.0'?>\n<!DOCTYPE a SYSTEM 'file:///etc/hostname'>"
        #expect(
            try events(head + "<a>x&nbsp;y&amp;</a>", chunk: chunk)
                == [.start("a", []), .text("x&nbsp;y&"), .end("a")])
        let known = "<!DOCTYPE a PUBLIC '-//A//B' \"http://127.0.0.1:1/none.dtd\"><a/>"
        #expect(try events(known, chunk: chunk) == [.start("a", []), .end("a")])
        #expect(try events("<!DOCTYPE a><a/>", chunk: chunk) == [.start("a", []), .end("a")])
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY b 'x'>]><a>&b;</a>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><a>&b;</a>",
        "<!DOCTYPE a SYSTEM 'x.dtd' [<!ENTITY % b SYSTEM 'file:///etc/hostname'> %b;]><a/>",
        "<!DOCTYPE a [<!ENTITY b 'lol'><!ENTITY c '&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;'>]><a>&d;</a>",
        "<!DOCTYPE a []><a/>",
    ]) func `one that defines anything is refused`(text: String) throws {
        #expect(throws: XMLFault.doctype(line: 1)) { try events(text) }
        #expect(throws: XMLFault.doctype(line: 1)) { try events(text, chunk: 1) }
    }

    @Test func `without one an entity stays unknown`() throws {
        #expect(throws: XMLFault.malformed(.undefinedEntity, line: 1, column: 4)) { try events("<a>&nbsp;</a>") }
    }
}
