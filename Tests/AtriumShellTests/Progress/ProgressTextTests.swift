// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import Testing

struct ProgressTextTests {
    private let english = ProgressText(language: .english)

    private func progress(_ done: Int, of total: Int?, _ unit: WorkProgress.Unit = .items, in time: Duration)
        -> WorkProgress
    {
        var progress = WorkProgress(unit: unit, startedAt: .zero)
        progress.advance(to: done, of: total, at: time)
        return progress
    }

    @Test func `the bar fills by eighths`() {
        #expect(ProgressBar(fraction: 0).text == "▕          ▏")
        #expect(ProgressBar(fraction: 0.42).text == "▕████▏     ▏")
        #expect(ProgressBar(fraction: 0.4375).text == "▕████▍     ▏")
        #expect(ProgressBar(fraction: 1).text == "▕██████████▏")
        #expect(ProgressBar(fraction: 0.49, hasBlocks: false).text == "[####......]")
        for step in -1...81 {
            #expect(DisplayWidth.of(ProgressBar(fraction: Double(step) / 80).text) == 12)
            #expect(ProgressBar(fraction: Double(step) / 80, hasBlocks: false).text.utf8.count == 12)
        }
    }

    @Test func `everything is said in a line, each part where it is known`() {
        let work = progress(12_400, of: 29_000, in: .seconds(4))
        #expect(english.sentence(work) == "42 %, 12,400 of 29,000, 3,100/s, 0:06 left")
        #expect(
            english.line(work, hasBlocks: true, columns: 80)
                == "▕████▎     ▏ 42 %  12,400 of 29,000  3,100/s  0:06 left")
        #expect(english.sentence(progress(500, of: nil, in: .seconds(1))) == "500 done, 500/s")
        #expect(english.line(progress(500, of: nil, in: .zero), hasBlocks: true, columns: 80) == "500 done")
        #expect(english.sentence(progress(3, of: 3, in: .seconds(1))) == "100 %, 3 of 3, 3/s")
    }

    @Test func `files are told in megabytes`() {
        let slow = progress(400_000, of: 349_000_001, .bytes, in: .seconds(1))
        #expect(english.sentence(slow) == "0 %, 1 of 350 MB, 400 kB/s, 14:32 left")
        let fast = progress(12_500_000, of: nil, .bytes, in: .seconds(1))
        #expect(english.sentence(fast) == "13 MB, 12 MB/s")
    }

    @Test func `each language has its own`() {
        let work = progress(12_400, of: 29_000, in: .seconds(4))
        #expect(
            ProgressText(language: .french).sentence(work)
                == "42\u{202F}%, 12\u{202F}400 sur 29\u{202F}000, 3\u{202F}100/s, reste 0:06")
        #expect(
            ProgressText(language: .simplifiedChinese).sentence(work)
                == "42%、12,400 / 29,000、3,100/秒、剩余 0:06")
    }

    @Test(arguments: Language.ofKit)
    func `where there is little room the less important goes first`(language: Language) {
        let text = ProgressText(language: language)
        let work = progress(12_400, of: 29_000, in: .seconds(4))
        for columns in 20...90 {
            let line = text.line(work, hasBlocks: true, columns: columns)
            #expect(DisplayWidth.of(line) <= columns, "\(columns)")
            #expect(line.contains("42"))
        }
        #expect(text.line(work, hasBlocks: true, columns: 30).contains("0:06"))
    }

    @Test func `time has hours only where it needs them`() {
        #expect(ProgressText.time(.seconds(5)) == "0:05")
        #expect(ProgressText.time(.seconds(600)) == "10:00")
        #expect(ProgressText.time(.seconds(3723)) == "1:02:03")
    }

    @Test func `digits stand in groups of three`() {
        #expect(
            [0, 12, 999, 1000, 123_456, 1_234_567].map(english.grouped) == [
                "0", "12", "999", "1,000", "123,456", "1,234,567",
            ])
    }
}
