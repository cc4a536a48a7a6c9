// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumXMLReader
import Dice
import Testing

struct XMLReaderPropertyTests {
    @Test(arguments: seeds(3))
    func chunksAndEncodingsMakeNoDifference(seed: UInt64) throws {
        let document = RandomDocument(seed: seed)
        let expected = Recorder.Outcome(events: document.events, repairs: document.repairs)
        let encoded = [
            document.utf8, [0xEF, 0xBB, 0xBF] + document.utf8,
            document.utf16(bigEndian: false, mark: seed % 2 == 0), document.utf16(bigEndian: true, mark: seed % 2 == 1),
        ]
        for bytes in encoded {
            for chunk in 1...64 {
                try #require(try Recorder.outcome(of: bytes, chunk: chunk) == expected, "in chunks of \(chunk)")
            }
        }
    }

    @Test func manyDocumentsReadAsTheyWereWritten() throws {
        var joined = 0
        for seed in UInt64(100)..<400 {
            let document = RandomDocument(seed: seed)
            let expected = Recorder.Outcome(events: document.events, repairs: document.repairs)
            try #require(try Recorder.outcome(of: document.utf8) == expected, "seed \(seed)")
            joined += document.repairs.joinedPairs
        }
        #expect(joined > 100)
    }

    @Test func everyCutDeliversWhatCameBefore() throws {
        let document = RandomDocument(seed: 3)
        let root = document.utf8.count - 1
        for count in 0..<document.utf8.count {
            let outcome = try Recorder.outcome(of: Array(document.utf8.prefix(count)), chunk: 50)
            switch outcome.fault {
            case nil: try #require(count >= root, "cut at \(count)")
            case .empty: try #require(count == 0)
            case .truncated: try #require(count > 0 && count < root)
            case let fault: Issue.record("cut at \(count): \(String(describing: fault))")
            }
            // A text that was cut has come in part; so has one of which the end was still to be told.
            let whole = outcome.events.dropLast()
            try #require(Array(whole) == Array(document.events.prefix(whole.count)), "cut at \(count)")
        }
    }

    /// Broken documents must end in a fault or not, the same whatever the chunks, and never in a crash or a hang.
    @Test(arguments: seeds(2))
    func brokenDocumentsEndTheSameWay(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var faults = 0
        for round in 0..<600 {
            let document = RandomDocument(seed: UInt64(dice.roll(50)))
            var bytes = dice.roll(4) == 0 ? document.utf16(bigEndian: dice.roll(2) == 0, mark: true) : document.utf8
            for _ in 0...dice.roll(3) { damage(&bytes, with: &dice) }
            let outcome = try Recorder.outcome(of: bytes)
            let chunked = try Recorder.outcome(of: bytes, chunk: 1 + dice.roll(64))
            try #require(settled(chunked) == settled(outcome), "round \(round): \(bytes)")
            if outcome.fault != nil { faults += 1 }
            let starts = outcome.events.count { if case .start = $0 { true } else { false } }
            let ends = outcome.events.count { if case .end = $0 { true } else { false } }
            try #require(outcome.fault == nil ? starts == ends : starts >= ends)
        }
        #expect(faults > 300 && faults < 600)
    }

    /// What does not depend on the chunks in a document with a fault: repairs are made ahead of the parser, how much
    /// of the text before the fault still comes is up to it, and so is which of two faults at one place it sees, such
    /// as half a character where no character may be.
    private func settled(_ outcome: Recorder.Outcome) -> Recorder.Outcome {
        guard let fault = outcome.fault else { return outcome }
        var settled = outcome
        settled.repairs = XMLRepairs()
        if case .text? = outcome.events.last { settled.events.removeLast() }
        switch fault {
        case .malformed(_, let line, _):
            settled.fault = .malformed(.invalidToken, line: line, column: 1)
        default: break
        }
        return settled
    }

    private func damage(_ bytes: inout [UInt8], with dice: inout Dice) {
        let pieces = [
            "&#55357;", "&#", "&#x", "&", ";", "<", ">", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "\"", "'",
            "&#xD83D;&#xDE00;", "<!DOCTYPE a [", "\u{0}", "\u{FFFF}", "&#0000000000000000000000000000000000056834;",
            "<?xml version='1.0' encoding='latin1'?>", "</a>", "<a b='", "&#x1", "\u{FEFF}",
        ]
        let index = dice.roll(bytes.count + 1)
        let rest = bytes.count - index
        switch dice.roll(6) {
        case 0: bytes.insert(contentsOf: pieces[dice.roll(pieces.count)].utf8, at: index)
        case 1: bytes.insert(UInt8(dice.roll(256)), at: index)
        case 2 where rest > 0: bytes[index] = UInt8(dice.roll(256))
        case 3 where rest > 0: bytes.removeSubrange(index..<index + dice.roll(min(rest, 20)))
        case 4 where rest > 0: bytes.insert(contentsOf: bytes[index..<index + dice.roll(min(rest, 40))], at: index)
        default: bytes.removeLast(dice.roll(min(rest, 30) + 1))
        }
    }
}
