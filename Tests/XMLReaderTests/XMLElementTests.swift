// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumXMLReader
import Testing

struct XMLElementTests {
    /// Reads one element and looks at it while it is there.
    private final class Looker: XMLHandler {
        private let look: (borrowing XMLElement) -> Void

        init(look: @escaping (borrowing XMLElement) -> Void) {
            self.look = look
        }

        func start(_ element: borrowing XMLElement) {
            look(element)
        }

        func end(_ name: String) {}
    }

    private func look(at text: String, _ look: @escaping (borrowing XMLElement) -> Void) throws {
        var looks = 0
        try XMLReader(source: MemorySource([UInt8](text.utf8))).read(
            Looker {
                looks += 1
                look($0)
            })
        #expect(looks == 1)
    }

    @Test func findsAttributesByName() throws {
        try look(at: "<sms date='1' date_sent='2' body='a&lt;é' e=''/>") { element in
            #expect(element.name == "sms")
            #expect(element.isNamed("sms") && !element.isNamed("sm") && !element.isNamed("smses"))
            #expect(element["date"] == "1")
            #expect(element["date_sent"] == "2")
            #expect(element["body"] == "a<é")
            #expect(element["e"] == "")
            #expect(element["dat"] == nil && element["dates"] == nil && element["x"] == nil)
            let bytes = element.withUTF8(of: "body") { span in span.indices.map { span[$0] } }
            #expect(bytes == [UInt8]("a<é".utf8))
            #expect(element.withUTF8(of: "missing") { $0.count } == nil)
        }
    }

    @Test func hasNoAttributes() throws {
        try look(at: "<a/>") { element in
            #expect(element["a"] == nil)
            #expect(element.allAttributes == [])
        }
    }

    @Test(arguments: [
        ("0", 0), ("-1", -1), ("+7", 7), ("007", 7), ("1262439709329", 1_262_439_709_329),
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775808", nil),
        ("-9223372036854775809", nil), ("99999999999999999999", nil), ("", nil), ("-", nil), ("+", nil), ("null", nil),
        ("1 ", nil), (" 1", nil), ("1.5", nil), ("0x1", nil), ("١", nil), ("--1", nil), ("1:", nil), ("1/", nil),
    ])
    func readsIntegers(text: String, number: Int?) throws {
        try look(at: "<a b='\(text)'/>") { element in
            #expect(element.integer("b") == number)
            #expect(element.integer("c") == nil)
        }
    }
}
