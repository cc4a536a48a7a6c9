// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Glibc
import Testing

@MainActor
struct PipeLineReaderTests {
    private let prompt = Prompt(text: "")

    /// What a reader makes of the bytes, which arrive in pieces.
    private func results(_ bytes: [UInt8], pieces: Int = .max, limit: Int = 1_048_576) async throws -> [Outcome] {
        let pipe = try Pipe()
        let reader = PipeLineReader(descriptor: pipe.reading, limit: limit)
        let writing = dup(pipe.writing)
        pipe.closeWriting()
        let writer = Task.detached {
            var start = 0
            while start < bytes.count {
                let end = start + min(pieces, bytes.count - start)
                try DescriptorSink(writing).write(Array(bytes[start..<end]))
                start = end
            }
            close(writing)
        }
        var outcomes: [Outcome] = []
        while outcomes.last != .input(.end) {
            do {
                outcomes.append(.input(try await reader.nextLine(prompt, history: nil)))
            } catch let fault as InputFault {
                outcomes.append(.fault(fault))
            }
        }
        try await writer.value
        return outcomes
    }

    @Test(arguments: [Int.max, 1, 2, 3])
    func linesEndWithLFOrCRLFOrTheInput(pieces: Int) async throws {
        let outcomes = try await results(Array("one\r\ntwo 你好 👍\n\nlast".utf8), pieces: pieces)
        #expect(outcomes == [.line("one"), .line("two 你好 👍"), .line(""), .line("last"), .input(.end)])
    }

    @Test func `whole lines that are here are told of`() async throws {
        let pipe = try Pipe()
        let reader = PipeLineReader(descriptor: pipe.reading)
        #expect(!reader.hasLine)
        #expect(!reader.showsPrompts)
        try DescriptorSink(pipe.writing).write(Array("one\ntwo\nthr".utf8))
        #expect(try await reader.nextLine(prompt, history: nil) == .line("one"))
        #expect(reader.hasLine)
        #expect(try await reader.nextLine(prompt, history: nil) == .line("two"))
        #expect(!reader.hasLine)
        pipe.closeWriting()
        #expect(try await reader.nextLine(prompt, history: nil) == .line("thr"))
    }

    @Test func noInputIsTheEnd() async throws {
        #expect(try await results([]) == [.input(.end)])
        #expect(try await results([0x0A]) == [.line(""), .input(.end)])
    }

    @Test func badLinesAreFaultsAndTheNextIsFine() async throws {
        let bytes = Array("a\u{0}b\nok\n".utf8) + [0xC3, 0x28, 0x0A] + Array("fine\n".utf8) + [0xE4, 0xBD]
        #expect(
            try await results(bytes) == [
                .fault(.nul(line: 1)), .line("ok"), .fault(.invalidUTF8(line: 3)), .line("fine"),
                .fault(.invalidUTF8(line: 5)), .input(.end),
            ])
    }

    @Test func aLineMayHaveAsManyBytesAsTheLimit() async throws {
        let text = String(repeating: "x", count: 10)
        let outcomes = try await results(Array("\(text)\n\(text)\r\n\(text)y\n\(text)".utf8), limit: 10)
        #expect(
            outcomes == [.line(text), .line(text), .fault(.lineTooLong(line: 3, limit: 10)), .line(text), .input(.end)])
    }

    @Test func aLineOverAMegabyteIsRefusedAndPassedOver() async throws {
        let bytes = [UInt8](repeating: 0x78, count: 3_000_000) + Array("\nafter".utf8)
        #expect(
            try await results(bytes) == [
                .fault(.lineTooLong(line: 1, limit: 1_048_576)), .line("after"), .input(.end),
            ])
        let unfinished = [UInt8](repeating: 0x78, count: 1_500_000)
        #expect(try await results(unfinished) == [.fault(.lineTooLong(line: 1, limit: 1_048_576)), .input(.end)])
    }

    @Test func aDescriptorThatIsNotOpenIsAFault() async throws {
        let reader = PipeLineReader(descriptor: -1)
        await #expect(throws: InputFault.failed(errno: EBADF)) { try await reader.nextSecret(prompt) }
    }

    private enum Outcome: Equatable {
        case input(LineInput)
        case fault(InputFault)

        static func line(_ text: String) -> Outcome { .input(.line(text)) }
    }
}
