// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Glibc
import Testing
import Waiting

@MainActor
struct OutputGateTests {
    private let output = MemorySink()
    private let error = MemorySink()

    private func gate() -> OutputGate {
        OutputGate(output: output, error: error, isTerminal: true)
    }

    @Test func collectsUntilFlushed() throws {
        let gate = gate()
        gate.write("a")
        gate.writeLine("b")
        #expect(output.take() == "")
        try gate.flush()
        #expect(output.take() == "ab\n")
        gate.write(VisibleText(String(repeating: "x", count: 65_536)))
        #expect(output.take().count == 65_536)
    }

    @Test func `what was put together from parts goes as the same text does, however long it is`() throws {
        let gate = gate()
        for count in [1, 70_000] {
            var text = VisibleTextBuilder()
            text.append(VisibleText(String(repeating: "é", count: count)))
            text.endLine()
            gate.write("a")
            gate.write(text)
            gate.write("b")
            try gate.flush()
            #expect(output.take() == "a" + String(repeating: "é", count: count) + "\nb")
            #expect(text.text.lines.count == 1)
        }
    }

    @Test func `what nobody waits for goes together, and by itself in a moment`() async throws {
        let gate = OutputGate(output: output, error: error, isTerminal: false)
        gate.writeLine("one")
        try gate.flushSoon()
        gate.writeLine("two")
        try gate.flushSoon()
        #expect(output.take() == "")
        var sent = ""
        try await wait(until: "what was written is sent") {
            sent = output.take()
            return !sent.isEmpty
        }
        #expect(sent == "one\ntwo\n")
        gate.writeLine("three")
        try gate.flushSoon()
        gate.writeErrorLine("after it")
        #expect(output.take() == "three\n")
    }

    @Test func `at a terminal nothing is kept back`() throws {
        let gate = gate()
        gate.writeLine("one")
        try gate.flushSoon()
        #expect(output.take() == "one\n")
    }

    @Test func errorsComeAfterWhatWasPrintedBefore() throws {
        let gate = OutputGate(output: output, error: output, isTerminal: false)
        gate.writeLine("first")
        gate.writeErrorLine("second")
        #expect(output.take() == "first\nsecond\n")
    }

    @Test func printingMovesTheEditedLine() async throws {
        let gate = gate()
        let editor = StubEditor(gate: gate)
        gate.editor = editor
        gate.writeLine("one")
        gate.write("two")
        #expect(output.take() == "")
        // The flush is a task of the main actor that was scheduled before this one goes on.
        try await wait(until: "the line is drawn again") { editor.redraws > 0 }
        #expect(output.take() == "<hide>one\ntwo\n<redraw>")
        gate.writeErrorLine("oops")
        #expect(output.take() == "<hide><redraw>")
        #expect(error.take() == "oops\n")
        gate.writeFrame(EscapedText("frame"))
        #expect(output.take() == "frame")
        editor.isEditing = false
        gate.writeLine("three")
        try gate.flush()
        #expect(output.take() == "three\n")
    }

    @Test func aClosedPipeIsAFault() throws {
        Signals.ignoreFailedWrites()
        let lonely = try closedPipe()
        defer { close(lonely) }
        let broken = OutputGate(output: DescriptorSink(lonely), error: error, isTerminal: false)
        broken.writeLine("nobody reads this")
        #expect(throws: OutputFault.closed) { try broken.flush() }
        #expect(throws: OutputFault.closed) { try broken.flush() }
        #expect(throws: OutputFault.closed) { try broken.flushSoon() }
        broken.writeErrorLine("still heard")
        #expect(error.take() == "still heard\n")
    }

    @Test func aFullDeviceIsAFaultOnce() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let gate = OutputGate(output: DescriptorSink(descriptor), error: error, isTerminal: false)
        gate.write(VisibleText(String(repeating: "x", count: 70_000)))
        #expect(throws: OutputFault.full) { try gate.flush() }
        try gate.flush()
        gate.write("x")
        #expect(throws: OutputFault.full) { try gate.flush() }
    }

    @Test func aDescriptorThatIsNotOpenIsAFault() {
        let gate = OutputGate(output: DescriptorSink(-1), error: error, isTerminal: false)
        gate.write("x")
        #expect(throws: OutputFault.failed(errno: EBADF)) { try gate.flush() }
    }

    /// A descriptor that writes to where nothing reads any more.
    ///
    /// The other end is shut down: a program that another test starts just now may have a copy of it, which keeps a pipe
    /// open.
    private func closedPipe() throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        shutdown(ends[1], Int32(SHUT_RD))
        close(ends[1])
        return ends[0]
    }

    private final class StubEditor: LiveEditor {
        var isEditing = true
        private(set) var redraws = 0
        private let gate: OutputGate

        init(gate: OutputGate) {
            self.gate = gate
        }

        func hide() {
            send("<hide>")
        }

        func redraw() {
            send("<redraw>")
            redraws += 1
        }

        private func send(_ text: String) {
            Array(text.utf8).withUnsafeBytes { gate.writeThrough($0) }
        }
    }
}
