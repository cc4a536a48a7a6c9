// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import AtriumPhoneNumbers

/// What libphonenumber itself makes of numbers: see `Metadata/generate.py`.
struct LibphonenumberTests {
    private static func lines() throws -> [[String]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().path + "/Metadata/Expected.txt"
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t").map(String.init)
        }
    }

    @Test
    func `spellings mean in each region what libphonenumber says`() throws {
        var count = 0
        for line in try Self.lines() where !line[1].hasPrefix("=") {
            let number = PhoneNumbering(region: line[0]).international(line[1])
            #expect(number ?? "-" == line[2], "\(line[0]) \(line[1])")
            count += 1
        }
        #expect(count > 3000)
    }

    @Test
    func `a hundred thousand numbers mean what libphonenumber says`() throws {
        let lines = try Self.lines().filter { $0[1].hasPrefix("=") }
        #expect(lines.count * SampleSpellings.count > 100_000)
        for line in lines {
            let numbering = PhoneNumbering(region: line[0])
            let numbers = line[2].split(separator: " ").map(String.init)
            let code = try #require(NumberingPlans.all.plan(region: line[0])).code.map(String.init).joined()
            var samples = SampleSpellings(region: line[0], code: code, numbers: numbers)
            let found = (0..<SampleSpellings.count).map { _ in numbering.international(samples.spelling()) ?? "-" }
            let hash = String(SampleSpellings.hash(found.joined(separator: "\n")), radix: 16)
            // To see which: generate.py --show REGION
            #expect(String(repeating: "0", count: 16 - hash.count) + hash == line[1].dropFirst(), "\(line[0])")
        }
    }
}
