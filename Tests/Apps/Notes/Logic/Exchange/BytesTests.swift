// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import Foundation
import Testing

@testable import NoteFormats

/// Bytes in the forms that other programs write.
struct BytesTests {
    /// The test suite of RFC 1321, A.5, and lengths around the end of a block.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        (String(repeating: "a", count: 55), "ef1772b6dff9a122358552954ad0df65"),
        (String(repeating: "a", count: 64), "014842d480b571495a4a0363793f7367"),
    ]) func `MD5 is that of the standard`(text: String, hash: String) {
        #expect(FileHash.md5(Array(text.utf8)) == hash)
    }

    @Test func `base64 comes in pieces of any size`() {
        let bytes = (0..<200).map { UInt8($0) }
        for count in 0...10 {
            let text = Data(bytes.prefix(count)).base64EncodedString()
            for size in 1...5 {
                var reader = Base64Reader(limit: 100)
                var rest = text[...]
                while !rest.isEmpty {
                    reader.append(Array((rest.prefix(size) + "\n ").utf8).span)
                    rest = rest.dropFirst(size)
                }
                reader.finish()
                #expect(reader.bytes == Array(bytes.prefix(count)) && reader.isSound && !reader.isTooLong)
            }
        }
    }

    @Test(arguments: ["a", "aGk=x", "a$Gk", "aGl", "aGk=aGk=", "é"]) func `what is no base64 is said`(text: String) {
        var reader = Base64Reader(limit: 100)
        reader.append(Array(text.utf8).span)
        reader.finish()
        #expect(!reader.isSound)
    }

    @Test func `more than the limit is not kept`() {
        var reader = Base64Reader(limit: 10)
        for _ in 0..<100 { reader.append(Array("AAAA".utf8).span) }
        #expect(reader.isTooLong && reader.bytes.count <= 12)
    }
}
