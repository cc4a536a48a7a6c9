// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumXMLReader

struct XMLReaderTests {
    private func attribute(of outcome: Recorder.Outcome) -> String? {
        guard case .start(_, let attributes)? = outcome.events.first else { return nil }
        return attributes.first?.value
    }

    @Test func deliversEventsInOrder() throws {
        let outcome = try Recorder.outcome(
            of: "<?xml version='1.0'?><!-- c --><a x='1' y='2'>one &amp; <b/><![CDATA[<two>]]></a>")
        #expect(
            outcome.events == [
                .start("a", [.init(name: "x", value: "1"), .init(name: "y", value: "2")]), .text("one & "),
                .start("b", []), .end("b"), .text("<two>"), .end("a"),
            ])
        #expect(outcome.fault == nil)
        #expect(outcome.repairs == XMLRepairs())
    }

    @Test func tellsTheLineOfEachElement() throws {
        let text = "<?xml version='1.0'?>\n<a>\n\n<b x='&#55357;&#56834;\n&#0;'/><c\n/>\r\n<d/></a>"
        for chunk in [1, 7, 1000] {
            let recorder = Recorder()
            try XMLReader(source: MemorySource([UInt8](text.utf8), chunk: chunk)).read(recorder)
            #expect(recorder.lines == [2, 4, 5, 7])
        }
    }

    @Test(arguments: [
        ("&#55357;&#56834;", "😂"), ("&#xD83D;&#xDE02;", "😂"), ("&#xd83d;&#56834;", "😂"), ("&#128514;", "😂"),
        ("&#00000055357;&#x000DE02;", "😂"), ("&#55357;&#55357;&#56834;", "\u{FFFD}😂"),
        ("&#55357;", "\u{FFFD}"), ("&#56834;", "\u{FFFD}"), ("&#56834;&#55357;", "\u{FFFD}\u{FFFD}"),
        ("&#55357; &#56834;", "\u{FFFD} \u{FFFD}"), ("&#55357;&amp;", "\u{FFFD}&"), ("&#55357;&#65;", "\u{FFFD}A"),
        ("a&#0;b", "a\u{FFFD}b"), ("&#11;&#x1f;", "\u{FFFD}\u{FFFD}"), ("&#9;&#10;&#13;", "\t\n\r"),
        ("&#xFFFE;&#65535;", "\u{FFFD}\u{FFFD}"), ("&#1114112;&#99999999999999;", "\u{FFFD}\u{FFFD}"),
        ("\u{1B}[2J\u{0}", "\u{FFFD}[2J\u{FFFD}"), ("\u{FFFE}\u{FFFD}\u{FF21}", "\u{FFFD}\u{FFFD}\u{FF21}"),
        ("&amp;#55357;&amp;#56834;", "&#55357;&#56834;"), ("\u{7F}\u{9B}", "\u{7F}\u{9B}"),
        ("&#155;&#x202E;", "\u{9B}\u{202E}"),
    ])
    func mendsAttributes(written: String, read: String) throws {
        for chunk in 1...24 {
            let outcome = try Recorder.outcome(of: "<a b='\(written)'/>", chunk: chunk)
            #expect(outcome.fault == nil)
            #expect(attribute(of: outcome).map { Array($0.unicodeScalars) } == Array(read.unicodeScalars))
        }
    }

    @Test func countsRepairs() throws {
        let outcome = try Recorder.outcome(of: "<a>&#55357;&#56834;&#55357;&#0;\u{1}\u{FFFF}\u{2}</a>")
        #expect(outcome.repairs.joinedPairs == 1)
        #expect(outcome.repairs.replacedReferences == 2)
        #expect(outcome.repairs.replacedCharacters == 3)
    }

    @Test func countsHalvesInUTF16() throws {
        let units = Array("<a>".utf16) + [0xD83D, 0x41, 0xDE02] + Array("</a>".utf16)
        let bytes = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        for chunk in 1...9 {
            let outcome = try Recorder.outcome(of: bytes, chunk: chunk)
            #expect(outcome.events == [.start("a", []), .text("\u{FFFD}A\u{FFFD}"), .end("a")])
            #expect(outcome.repairs.replacedCharacters == 2)
        }
    }

    @Test(arguments: [
        ("<?xml version='1.0' encoding='UTF-16'?>", "é😂"), ("<?xml version='1.0' encoding='us-ascii' ?>", "e"),
        ("<?xml version=\"1.0\" encoding = \"utf-8\" standalone='yes'?>", "é"), ("<?xml version='1.0'?>", "é"),
        ("", "é"),
    ])
    func readsUTF8WhateverIsDeclared(declaration: String, value: String) throws {
        let outcome = try Recorder.outcome(of: declaration + "<a b='\(value)'/>", chunk: 3)
        #expect(outcome.fault == nil)
        #expect(attribute(of: outcome) == value)
    }

    @Test(arguments: [("ISO-8859-1", "\u{80}é"), ("latin1", "\u{80}é"), ("windows-1252", "€é"), ("CP1252", "€é")])
    func readsDeclaredBytes(encoding: String, value: String) throws {
        let head = [UInt8]("<?xml version='1.0' encoding='\(encoding)'?><a b='".utf8)
        for chunk in [1, 1000] {
            let outcome = try Recorder.outcome(of: head + [0x80, 0xE9] + [UInt8]("'/>".utf8), chunk: chunk)
            #expect(outcome.fault == nil)
            #expect(attribute(of: outcome) == value)
        }
    }

    @Test(arguments: [
        ("", XMLFault.empty), (" \r\n\t\n", .empty), ("{\n}", .notXML(line: 1)), ("\n\n hello", .notXML(line: 3)),
        ("\u{0}\u{0}\u{0}\u{0}", .notXML(line: 1)), ("PK\u{3}\u{4}", .notXML(line: 1)),
        ("<a>\n<b>\n</a>", .malformed(.mismatchedTag, line: 3, column: 3)),
        ("<a>\n<b c='1' c='2'/></a>", .malformed(.duplicateAttribute, line: 2, column: 10)),
        ("<a/>\nx", .malformed(.junkAfterRoot, line: 2, column: 1)),
        ("<a/><b/>", .malformed(.junkAfterRoot, line: 1, column: 5)),
        ("<a>&nbsp;</a>", .malformed(.undefinedEntity, line: 1, column: 4)),
        ("\n<?xml version='1.0'?><a/>", .malformed(.invalidDeclaration, line: 2, column: 1)),
        ("<a b=1/>", .malformed(.invalidToken, line: 1, column: 6)),
        ("<3", .malformed(.invalidToken, line: 1, column: 2)),
        ("<a>&#x;</a>", .malformed(.invalidToken, line: 1, column: 7)),
        ("<?xml version='1.0'?>\n", .truncated(line: 2)), ("<a>\n<b/>\n", .truncated(line: 3)),
        ("<a>\n<b c='", .truncated(line: 2)), ("<a><![CDATA[x", .truncated(line: 1)), ("<", .truncated(line: 1)),
        ("<a>&#55357;&#5683", .truncated(line: 1)), ("<a>\n<!-- x", .truncated(line: 2)),
        ("<!DOCTYPE html>\n<html/>", .doctype(line: 1)),
        ("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'x'>]><a>&b;</a>", .doctype(line: 2)),
        ("<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>", .doctype(line: 1)),
        ("<?xml version='1.0' encoding='Shift_JIS'?><a/>", .unsupportedEncoding(name: "Shift_JIS")),
    ])
    func tellsTheFault(text: String, fault: XMLFault) throws {
        #expect(try Recorder.outcome(of: text).fault == fault)
        #expect(try Recorder.outcome(of: text, chunk: 1).fault == fault)
    }

    @Test(arguments: [
        ([0xFF], 1), ([0xC0, 0xAF], 2), ([0xE9, 0x20], 1), ([0xED, 0xA0, 0xBD], 3), ([0xF5, 0x80, 0x80, 0x80], 4),
        ([0x80], 1), ([0xE2, 0x82, 0x41], 1), ([0xF0, 0x9F, 0x98, 0xF0, 0x9F, 0x98, 0x80, 0xC3], 2),
        ([0xF0, 0x80, 0x80, 0x41], 3), ([0xF1, 0x80, 0x80, 0xE1, 0x80, 0xC2], 3),
    ])
    func replacesBytesThatAreNoUTF8(bad: [UInt8], count: Int) throws {
        let value = "é" + String(decoding: bad, as: UTF8.self) + "&"
        for chunk in 1...24 {
            let bytes = [UInt8]("<a b='é".utf8) + bad + [UInt8]("&amp;'>\n<c/>é".utf8) + bad + [UInt8]("&#38;</a>".utf8)
            let outcome = try Recorder.outcome(of: bytes, chunk: chunk)
            #expect(outcome.fault == nil)
            #expect(
                outcome.events == [
                    .start("a", [.init(name: "b", value: value)]), .text("\n"), .start("c", []), .end("c"),
                    .text(value), .end("a"),
                ])
            #expect(outcome.repairs.replacedCharacters == 2 * count)
        }
    }

    @Test func halfACharacterAtTheEndIsACut() throws {
        for chunk in 1...12 {
            let outcome = try Recorder.outcome(of: [UInt8]("<a>\n<b c='".utf8) + [0xFF, 0xE2, 0x82], chunk: chunk)
            #expect(outcome.fault == .truncated(line: 2))
            #expect(outcome.repairs.replacedCharacters == 1)
        }
    }

    @Test func aCharacterInTheWrongPlaceIsNoEncodingFault() throws {
        for character in ["é", "\u{905}", "\u{D7FF}", "😂", "\u{10FFFF}"] {
            for chunk in 1...12 {
                let outcome = try Recorder.outcome(of: "<a b='c'\(character)/>", chunk: chunk)
                #expect(outcome.fault == .malformed(.invalidToken, line: 1, column: 9))
            }
        }
    }

    @Test(arguments: [[0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x3C]] as [[UInt8]])
    func refusesUTF32(bytes: [UInt8]) throws {
        let fault = try #require(try Recorder.outcome(of: bytes).fault)
        #expect(fault == .unsupportedEncoding(name: bytes[0] == 0 ? "UTF-32BE" : "UTF-32LE"))
    }

    @Test func deliversAllBeforeACut() throws {
        let outcome = try Recorder.outcome(of: "<a><b c='1'/><b c='2'/><b c='3")
        #expect(outcome.fault == .truncated(line: 1))
        #expect(outcome.events.count == 5)
    }

    @Test func limitsTheDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try Recorder.outcome(of: nested(100)).fault == nil)
        let outcome = try Recorder.outcome(of: nested(101))
        #expect(outcome.fault == .tooDeep(line: 1, limit: 100))
        #expect(outcome.events.count == 100)
        // Depth is not number: elements that have ended do not count.
        #expect(try Recorder.outcome(of: "<a>" + String(repeating: "<b/>", count: 1000) + "</a>").fault == nil)
    }

    @Test func readsAnAttributeOfElevenMegabytes() throws {
        let count = 11 << 20
        let bytes =
            [UInt8]("<mms><part data='".utf8) + [UInt8](repeating: 0x41, count: count) + [UInt8]("'/></mms>".utf8)
        let handler = Measurer()
        try XMLReader(source: MemorySource(bytes)).read(handler)
        #expect(handler.longest == count)
    }

    @Test func readsAReferenceOfAnyLengthThatIsLegal() throws {
        let zeros = String(repeating: "0", count: 200_000)
        let outcome = try Recorder.outcome(of: "<a b='&#\(zeros)65;'/>")
        #expect(attribute(of: outcome) == "A")
    }

    @Test func aHandlerThatThrowsStopsTheReading() throws {
        for stop in ["b", "c"] {
            let recorder = Recorder(stopAt: stop)
            let reader = try XMLReader(source: MemorySource([UInt8]("<a>x<b/>y<c>z</c></a>".utf8)))
            #expect(throws: Recorder.Stop.self) { try reader.read(recorder) }
            guard case .start(stop, [])? = recorder.events.last else {
                Issue.record("there was an event after the stop: \(recorder.events)")
                continue
            }
            let count = recorder.events.count
            #expect(try !reader.step(recorder))
            #expect(recorder.events.count == count)
        }
    }

    @Test func tellsItsProgress() throws {
        let bytes = [UInt8]("<a>".utf8) + [UInt8](repeating: 0x20, count: 1000) + [UInt8]("</a>".utf8)
        let reader = try XMLReader(source: MemorySource(bytes, chunk: 100))
        var seen = [reader.bytesRead]
        let recorder = Recorder()
        while try reader.step(recorder) { seen.append(reader.bytesRead) }
        #expect(seen == Array(stride(from: 0, through: 1000, by: 100)) + [1007])
        #expect(try !reader.step(recorder))
    }

    @Test func aHandlerWithoutTextGetsElementsOnly() throws {
        let handler = Measurer()
        try XMLReader(source: MemorySource([UInt8]("<a>text<b>more</b></a>".utf8))).read(handler)
        #expect(handler.elements == 2)
    }
}
