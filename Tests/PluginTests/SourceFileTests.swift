// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText
import Foundation
import Testing

@Suite struct SourceFileTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "SourceFileTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func readsWhatWasWritten() throws {
        try withFolder { folder in
            let path = folder.appending(path: "a.swift").path
            let text = String(repeating: "// é\n", count: 20_000)
            try SourceFile.write(text, to: path)
            #expect(try SourceFile(reading: path).bytes == Array(text.utf8))
        }
    }

    @Test func leavesAnEqualFileAlone() throws {
        try withFolder { folder in
            let path = folder.appending(path: "a.swift").path
            let past = Date(timeIntervalSince1970: 1_000_000_000)
            func modified() throws -> Date? {
                try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            }
            try SourceFile.write("a", to: path)
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
            try SourceFile.write("a", to: path)
            #expect(try modified() == past)
            try SourceFile.write("b", to: path)
            #expect(try modified() != past)
        }
    }

    @Test func namesAFileThatCannotBeRead() throws {
        try withFolder { folder in
            let path = folder.appending(path: "missing").path
            #expect(throws: SourceFileFault.unreadable(path: path, errno: ENOENT)) { try SourceFile(reading: path) }
            let fault = SourceFileFault.unreadable(path: "missing", errno: ENOENT)
            #expect(
                Diagnostic(fault).description == "missing: error: cannot read the file: No such file or directory")
        }
    }

    @Test func namesAFileThatCannotBeWritten() throws {
        try withFolder { folder in
            let path = folder.appending(path: "missing/a.swift").path
            #expect(throws: SourceFileFault.unwritable(path: path, errno: ENOENT)) {
                try SourceFile.write("a", to: path)
            }
        }
    }

    @Test func countsLinesAndColumnsFromOne() {
        let file = SourceFile(path: "a.swift", bytes: Array("ab\n\ncd".utf8))
        #expect(file.place(of: 0) == (1, 1))
        #expect(file.place(of: 3) == (2, 1))
        #expect(file.place(of: 5) == (3, 2))
    }
}
