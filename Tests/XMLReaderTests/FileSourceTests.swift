// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumXMLReader
import Glibc
import Testing

struct FileSourceTests {
    @Test func readsAFileThatIsLargerThanAChunk() throws {
        var path = Array("/tmp/atrium-xml-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        try #require(descriptor >= 0)
        let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(name) }
        let text = "<a>" + String(repeating: "<b c='&#55357;&#56834;'/>", count: 10_000) + "</a>"
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
        close(descriptor)

        let source = try FileSource(path: name)
        #expect(source.size == text.utf8.count)
        let reader = try XMLReader(source: source)
        let handler = Measurer()
        try reader.read(handler)
        #expect(handler.elements == 10_001)
        #expect(reader.repairs.joinedPairs == 10_000)
        #expect(reader.bytesRead == source.size)
    }

    @Test func tellsWhyItCannotBeRead() throws {
        #expect(throws: XMLFault.unreadable(errno: ENOENT)) { try FileSource(path: "/nonexistent/file.xml") }
        #expect(throws: XMLFault.unreadable(errno: EISDIR)) { try FileSource(path: "/") }
    }
}
