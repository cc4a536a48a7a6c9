// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import AtriumBenchmark

/// What benchmarks are made on.
struct SampleTests {
    @Test func `words come as often as Zipf’s law says, and the same each time`() {
        var (words, again) = (SampleWords(), SampleWords())
        let drawn = (0..<20_000).map { _ in words.next() }
        #expect(drawn == (0..<20_000).map { _ in again.next() })
        let counts = Dictionary(grouping: drawn, by: \.self).mapValues(\.count)
        let first = Double(counts[words.commonest] ?? 0)
        let harmonic = (1...SampleWords.count).reduce(0) { $0 + 1 / Double($1) }
        #expect(abs(first / 20_000 - 1 / harmonic) < 0.01)
        #expect(counts.count > 3_000)
        #expect(counts.values.max() == Int(first))
    }

    @Test(arguments: [100, 3_000, 60_000])
    func `a backup has as many messages as were asked for, some with the rare word`(size: Int) throws {
        let path = NSTemporaryDirectory() + "atrium-sample-\(UUID().uuidString).xml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let backup = SampleBackup(size: size)
        try backup.write(to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.components(separatedBy: "<sms ").count - 1 == size)
        #expect((1...40).contains(text.components(separatedBy: backup.rareWord).count - 1))
        #expect(text.contains("address=\"\(backup.address)\""))
        #expect(text.hasSuffix("</smses>\n"))
    }

    @Test func `the middle of samples`() {
        #expect([].median == nil)
        #expect([3, 1, 2].median == 2)
        #expect([4, 1, 3, 2].median == 2.5)
        #expect(Figure(.page, samples: [4, 2, 3], reference: [2, 1, 1.5]).ratio == 2)
        #expect(Figure(.page, samples: [4]).ratio == nil)
    }
}
