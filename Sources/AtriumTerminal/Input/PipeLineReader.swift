// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import Glibc

/// Reads lines from a descriptor on which no line is edited.
///
/// Lines end with LF or CR LF, the last one may end with the input. Prompts are not shown, unless the descriptor is a
/// terminal, as it is for the questions of a command from the command line: there a secret is not echoed.
/// Reading blocks, since no user types beside it, unless `leavesActorFree` is set.
public final class PipeLineReader: LineSource {
    /// The most bytes in a line, unless another limit is given: 1 MB.
    public static let defaultLimit = 1_048_576

    /// Whether the main actor is free while there is nothing to read, for other work.
    public var leavesActorFree = false

    /// No answers: the next line is a command.
    public var answerer: Answerer { .absent }

    /// Whether the descriptor is a terminal.
    public var showsPrompts: Bool { isTerminal }

    /// Whether a whole line has been read that has not been asked for.
    public var hasLine: Bool {
        lineEnd = lineEnd ?? lineFeed(from: position)
        return lineEnd != nil
    }

    /// The number of the line returned last, from 1; 0 before the first.
    public private(set) var line = 0

    private let descriptor: Int32
    private let limit: Int
    private lazy var isTerminal = isatty(descriptor) == 1
    private var buffer: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 65_536)
    private var position = 0
    /// The end of the next line, after a caller has asked whether there is one.
    private var lineEnd: Int?
    private var isAtEnd = false

    /// Makes a reader of an open descriptor, which it does not own.
    public init(descriptor: Int32 = 0, limit: Int = PipeLineReader.defaultLimit) {
        self.descriptor = descriptor
        self.limit = limit
    }

    /// Takes the next line if it is here, without suspension; `nil` if it has to be waited for.
    ///
    /// - Throws: As `nextLine`.
    public func takeLine() throws(InputFault) -> LineInput? {
        guard hasLine, let end = lineEnd, !isTerminal, !Task.isCancelled else { return nil }
        return try take(to: end)
    }

    /// The next line; the history has no meaning here.
    public func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        show(prompt)
        return try await next()
    }

    /// The next line, like any other, but that a terminal does not show it.
    public func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return try await next() }
        let actions = EchoRestoration.arm(descriptor: descriptor, settings: settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        tcsetattr(descriptor, TCSANOW, &silent)
        defer {
            tcsetattr(descriptor, TCSANOW, &settings)
            EchoRestoration.disarm(actions)
            write("\n")
        }
        show(prompt)
        return try await next()
    }
}

extension PipeLineReader {
    /// Shows a question to the user at the terminal.
    private func show(_ prompt: Prompt) {
        guard isTerminal else { return }
        write(Sanitizer.visible(prompt.text))
    }

    /// Writes directly to the terminal: standard output may lead elsewhere.
    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        // If the terminal is open for reading only, the user does not see the question; the answer is what counts.
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }

    private func next() async throws(InputFault) -> LineInput {
        if Task.isCancelled { return .interrupted }
        var searched = position
        while true {
            if let end = lineEnd ?? lineFeed(from: searched) { return try take(to: end) }
            if buffer.count - position > limit + 1 {
                line += 1
                try await skipLine()
                throw .lineTooLong(line: line, limit: limit)
            }
            guard !isAtEnd else {
                guard position < buffer.count else { return .end }
                line += 1
                let start = position
                position = buffer.count
                return try decode(start..<buffer.count)
            }
            buffer.removeSubrange(..<position)
            position = 0
            searched = buffer.count
            try await fill()
        }
    }

    /// Takes the line that ends with the LF at this place.
    private func take(to end: Int) throws(InputFault) -> LineInput {
        lineEnd = nil
        line += 1
        let start = position
        position = end + 1
        return try decode(start..<end)
    }

    /// The place of the next LF in the buffer.
    private func lineFeed(from start: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + start, 0x0A, bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private func decode(_ range: Range<Int>) throws(InputFault) -> LineInput {
        var bytes = buffer[range]
        if bytes.last == 0x0D { bytes = bytes.dropLast() }
        guard bytes.count <= limit else { throw .lineTooLong(line: line, limit: limit) }
        // Nearly all lines are, and need no closer look.
        if bytes.withUnsafeBufferPointer(DisplayWidth.isPlain) { return .line(String(decoding: bytes, as: UTF8.self)) }
        let hasNUL = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
        }
        guard !hasNUL else { throw .nul(line: line) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8(line: line) }
        return .line(text)
    }

    /// Skips the rest of a line that is too long, without keeping it.
    private func skipLine() async throws(InputFault) {
        while true {
            if let end = lineFeed(from: position) {
                position = end + 1
                return
            }
            buffer.removeAll(keepingCapacity: true)
            position = 0
            guard !isAtEnd else { return }
            // A line may have no end: a signal that ends the program has its turn.
            await Task.yield()
            guard !Task.isCancelled else { return }
            try await fill()
        }
    }

    /// Reads once, to the end of the buffer.
    private func fill() async throws(InputFault) {
        while true {
            await waitForInput()
            let got = Signals.waiting {
                chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            }
            if got >= 0 {
                buffer.append(contentsOf: chunk[..<got])
                isAtEnd = got == 0
                return
            }
            switch errno {
            case EINTR:
                continue
            case EAGAIN:
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&wait, 1, -1)
            case let number:
                throw .failed(errno: number)
            }
        }
    }

    /// Returns once reading will not block.
    ///
    /// A poll that does not wait comes first: a file, and a pipe that has something, cost no turn of the queue.
    private func waitForInput() async {
        var now = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // For an impossible descriptor poll reports that nothing is there; reading reports the error.
        guard leavesActorFree, descriptor >= 0, poll(&now, 1, 0) == 0 else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            // Once: the source goes on telling of what has not been read.
            source.setEventHandler { source.cancel() }
            // Not before the descriptor is free: closing it while the source has it makes the next one of the same
            // number deaf.
            source.setCancelHandler { continuation.resume() }
            source.activate()
        }
    }
}
