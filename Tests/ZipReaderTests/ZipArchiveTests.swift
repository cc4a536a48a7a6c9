// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Foundation
import Proportion
import Testing
import ZipBytes

@testable import AtriumZipReader

/// Zip archives, sound and damaged.
struct ZipArchiveTests {
    private let path = FileManager.default.temporaryDirectory.path + "/atrium-zip-\(UUID().uuidString).zip"

    private func entries(of bytes: [UInt8]) throws -> [(entry: ZipEntry, bytes: Result<[UInt8], ZipFault>)] {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let archive = try ZipArchive(path: path)
        var result: [(entry: ZipEntry, bytes: Result<[UInt8], ZipFault>)] = []
        while let entry = try archive.next() {
            var bytes: [UInt8] = []
            do {
                try archive.read { bytes += $0 }
                result.append((entry, .success(bytes)))
            } catch let fault as ZipFault {
                result.append((entry, .failure(fault)))
            }
        }
        return result
    }

    @Test func `files come in order, with names, times and bytes`() throws {
        var zip = ZipBytes()
        zip.add("a/", [], mode: 0o40755)
        zip.add("a/é.txt", "text")
        zip.add("large", Array("known by its other size".utf8), isLarge: true)
        zip.add("empty", [])
        zip.add("link", Array("/etc/passwd".utf8), mode: 0o120777)
        let read = try entries(of: zip.finished())
        #expect(read.map(\.entry.path) == ["a/", "a/é.txt", "large", "empty", "link"])
        #expect(read.map(\.entry.isFolder) == [true, false, false, false, false])
        #expect(read.map(\.entry.isLink) == [false, false, false, false, true])
        #expect(read[1].bytes == .success(Array("text".utf8)) && read[1].entry.changed == [2020, 1, 2, 3, 4, 6])
        #expect(read[2].entry.size == 23 && read[2].bytes == .success(Array("known by its other size".utf8)))
        #expect(read[3].bytes == .success([]))
    }

    @Test func `what cannot be read costs itself`() throws {
        var zip = ZipBytes()
        zip.add("sealed", Array("x".utf8), flags: 1)
        zip.add("damaged", Array("x".utf8), isDamaged: true)
        zip.add("longer", Array("xyz".utf8), claimed: 2)
        zip.add("fine", "fine")
        #expect(
            try entries(of: zip.finished()).map(\.bytes) == [
                .failure(.encrypted), .failure(.damaged), .failure(.damaged), .success(Array("fine".utf8)),
            ])
    }

    @Test func `an archive without its end is cut off`() throws {
        var zip = ZipBytes()
        zip.add("a", "text")
        let bytes = zip.finished()
        for end in 0..<(bytes.count - 22) {
            #expect(throws: ZipFault.truncated) { try entries(of: Array(bytes[..<end])) }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func `any bytes are read or refused`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var zip = ZipBytes()
        for index in 0..<4 { zip.add("n\(index)", Array(repeating: 7, count: 300), isLarge: index == 2) }
        var bytes = zip.finished()
        for _ in 0..<Int.random(in: 1..<12, using: &dice) {
            bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
        }
        do {
            for (_, read) in try entries(of: bytes) {
                if case .success(let content) = read { #expect(content.count <= 300) }
            }
        } catch is ZipFault {}
    }

    @Test func `old names are in the first encoding of zip`() throws {
        var zip = ZipBytes()
        zip.add("cafe", "x")
        var bytes = zip.finished()
        while let place = bytes.firstRange(of: Array("cafe".utf8)) { bytes[place.upperBound - 1] = 0x82 }
        #expect(try entries(of: bytes).map(\.entry.path) == ["café"])
    }

    @Test func `eight times the files cost at most ten times as much`() throws {
        let cost = try Proportion(from: 64) { count in
            var zip = ZipBytes()
            for number in 0..<count { zip.add("folder/\(number).md", "x") }
            return try entries(of: zip.finished()).count
        }
        #expect(cost.holds, "\(cost)")
    }
}
