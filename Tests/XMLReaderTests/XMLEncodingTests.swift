// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumXMLReader

struct XMLEncodingTests {
    private func detect(_ bytes: [UInt8], isLast: Bool = false) throws -> XMLEncoding? {
        try bytes.withUnsafeBufferPointer { try XMLEncoding.detect(in: $0, isLast: isLast)?.encoding }
    }

    @Test func waitsUntilItCanTell() throws {
        let declaration = [UInt8]("<?xml version='1.0' encoding='latin1'?>".utf8)
        for count in 0..<declaration.count {
            #expect(try detect(Array(declaration.prefix(count))) == nil)
        }
        #expect(try detect(declaration) == .latin1)
        #expect(try detect(Array(declaration.prefix(20)), isLast: true) == .utf8)
        #expect(try detect([0x3C], isLast: true) == .utf8)
        #expect(try detect([], isLast: true) == .utf8)
    }

    @Test func doesNotWaitForEverForTheEndOfADeclaration() throws {
        #expect(try detect([UInt8]("<?xml ".utf8) + [UInt8](repeating: 0x20, count: 2000)) == .utf8)
    }

    @Test func tellsUTF16WithoutMark() throws {
        #expect(try detect([0x3C, 0, 0x61, 0]) == .utf16LittleEndian)
        #expect(try detect([0, 0x3C, 0, 0x61]) == .utf16BigEndian)
        #expect(try detect([0x20, 0, 0x0A, 0]) == .utf16LittleEndian)
    }

    @Test func looksForTheWordEncodingAlone() throws {
        #expect(try detect([UInt8]("<?xml version='encoding' myencoding='latin1'?>".utf8)) == .utf8)
        #expect(try detect([UInt8]("<?xml version='1.0'\n\tencoding\t=\n\"Latin1\"?>".utf8)) == .latin1)
        #expect(try detect([UInt8]("<a encoding='latin1'>".utf8)) == .utf8)
    }
}
