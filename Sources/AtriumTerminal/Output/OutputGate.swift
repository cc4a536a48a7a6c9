// SPDX-License-Identifier: GPL-3.0-or-later

/// The one place that bytes for the terminal pass.
///
/// Text is collected, 64 KB at most, and sent by `flush()`, or a moment later by `flushSoon()`. While a line is being edited, a flush takes the line away,
/// sends the text, and brings the line back below it; text that is printed then is flushed by itself, once the main
/// actor is free, so that a burst of lines moves the edited one once.
///
/// It takes only text that was made visible, so that no control from outside reaches the terminal, and escape sequences
/// that were put together beside it; the bytes of the line editor and of another program’s output pass as they are.
@MainActor
public final class OutputGate {
    /// A program that may have the terminal for a while.
    public enum Borrower: Sendable {
        /// A program that the user writes in.
        case editor
        /// One that shows something, such as a pager.
        case viewer
    }

    /// Whether the output is a terminal.
    public let isTerminal: Bool
    /// The screen that has taken the whole terminal, and shows printed text there; `nil`: the terminal does.
    public weak var screen: (any TextScreen)?
    /// The editor of the line that printing must not garble.
    public weak var editor: (any LiveEditor)?
    /// The present borrower of the terminal; `nil`: none.
    public private(set) var borrower: Borrower?
    /// The first fault that has not been thrown yet; `closed` stays for good.
    public private(set) var fault: OutputFault?

    private let output: any ByteSink
    private let error: any ByteSink
    private var buffer: [UInt8] = []
    private var isFlushScheduled = false
    private static let limit = 65_536
    /// The time that text may wait for more: too short to notice, and hundreds of lines are sent together.
    private static let delay = Duration.milliseconds(20)

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - output: Standard output, or its substitute.
    ///   - error: Standard error, or its substitute.
    ///   - isTerminal: Whether `output` is a terminal.
    public init(output: any ByteSink, error: any ByteSink, isTerminal: Bool) {
        self.output = output
        self.error = error
        self.isTerminal = isTerminal
    }

    /// Prints text.
    public func write(_ text: VisibleText) {
        if isLarge(text.string.utf8.count) { return writeLarge(text.string) }
        append(text.string.utf8)
        sendIfDue()
    }

    /// Prints text that was put together from parts.
    public func write(_ text: VisibleTextBuilder) {
        if isLarge(text.bytes.count) {
            drain()
            return text.bytes.withUnsafeBytes(writeThrough)
        }
        buffer += text.bytes
        sendIfDue()
    }

    /// Prints a line of text.
    public func writeLine(_ text: VisibleText) {
        append(text.string.utf8)
        buffer.append(0x0A)
        sendIfDue()
    }

    /// Prints a line on standard error, after everything printed before it.
    public func writeErrorLine(_ text: VisibleText) {
        if let screen { return show(on: screen, error: text) }
        writeError(Array(text.string.utf8) + [0x0A])
    }

    /// Prints text with its escape sequences, such as a picture; on a screen they are seen as signs.
    public func write(_ text: EscapedText) {
        if screen == nil {
            buffer += text.bytes
        } else {
            append(Sanitizer.visible(text.string, keepingNewlines: true).utf8)
        }
        sendIfDue()
    }

    /// Prints text with its escape sequences on standard error, in the same way.
    public func writeError(_ text: EscapedText) {
        if let screen { return show(on: screen, error: VisibleText(text.string)) }
        writeError(text.bytes)
    }

    /// Lends the terminal to another program, and takes it back afterwards.
    public func lendTerminal<Result>(
        to borrower: Borrower, _ work: () async throws -> Result
    ) async throws -> Result {
        try flush()
        let screen = self.screen
        screen?.leaveScreen()
        self.borrower = borrower
        defer {
            self.borrower = nil
            screen?.enterScreen()
        }
        return try await work()
    }

    /// Sends a frame of a renderer that leaves the cursor where it is; an edited line stays untouched.
    ///
    /// Text printed before it arrives before it.
    public func writeFrame(_ frame: EscapedText) {
        guard !frame.isEmpty else { return }
        if screen == nil, !buffer.isEmpty { flushAroundEditor() }
        send(frame.bytes, to: output)
    }

    /// Sends bytes of the line editor itself, at once and without taking its line away.
    package func writeThrough(_ bytes: UnsafeRawBufferPointer) {
        guard fault == nil else { return }
        do throws(OutputFault) { try output.write(bytes) } catch { fault = error }
    }

    /// Sends the printed text within a moment, together with text printed until then; at once if the user may be
    /// looking.
    ///
    /// - Throws: The first fault since the last flush.
    public func flushSoon() throws(OutputFault) {
        guard !isTerminal, screen == nil, fault == nil else { return try flush() }
        guard !buffer.isEmpty else { return }
        scheduleFlush(after: Self.delay)
    }

    /// Sends the printed text.
    ///
    /// - Throws: The first fault since the last flush, also in sends that a full buffer caused. Text of a failed send
    ///   is lost. `closed` is thrown by every flush from then on, other faults once.
    public func flush() throws(OutputFault) {
        flushAroundEditor()
        guard let fault else { return }
        if fault != .closed { self.fault = nil }
        throw fault
    }
}

extension OutputGate {
    private var isEditing: Bool { editor?.isEditing ?? false }

    private func append(_ bytes: String.UTF8View) {
        buffer.append(contentsOf: bytes)
    }

    /// Whether this number of bytes is sent directly, and not collected.
    private func isLarge(_ count: Int) -> Bool { count > Self.limit && !isEditing && screen == nil }

    /// Sends a large text directly.
    private func writeLarge(_ text: String) {
        drain()
        var text = text
        text.withUTF8 { writeThrough(UnsafeRawBufferPointer($0)) }
    }

    private func sendIfDue() {
        if isEditing { scheduleFlush() } else if buffer.count >= Self.limit { drain() }
    }

    private func writeError(_ bytes: [UInt8]) {
        let editor = hideEditor()
        drain()
        send(bytes, to: error)
        editor?.redraw()
    }

    private func show(on screen: any TextScreen, error text: VisibleText) {
        let editor = hideEditor()
        drain()
        screen.showError(text)
        editor?.redraw()
    }

    private func hideEditor() -> (any LiveEditor)? {
        guard let editor, editor.isEditing else { return nil }
        editor.hide()
        // The prompt comes back in column 0, so an unfinished line ends here.
        if let last = buffer.last, last != 0x0A { buffer.append(0x0A) }
        return editor
    }

    private func flushAroundEditor() {
        guard !buffer.isEmpty else { return }
        let editor = hideEditor()
        drain()
        editor?.redraw()
    }

    private func drain() {
        guard !buffer.isEmpty else { return }
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        guard let screen else { return send(bytes, to: output) }
        // Only visible text is collected while there is a screen.
        screen.show(VisibleText(visible: String(decoding: bytes, as: UTF8.self)).lines)
    }

    private func send(_ bytes: [UInt8], to sink: any ByteSink) {
        guard fault == nil || sink === error else { return }
        do throws(OutputFault) {
            try sink.write(bytes)
        } catch {
            if fault == nil { fault = error }
        }
    }

    private func scheduleFlush(after delay: Duration? = nil) {
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        Task { @MainActor [weak self] in
            if let delay { try? await Task.sleep(for: delay) }
            guard let self else { return }
            self.isFlushScheduled = false
            // A fault is kept for the next flush by a caller that can handle it.
            self.flushAroundEditor()
        }
    }
}

/// A full screen that has taken the terminal: text printed meanwhile appears on it, as it sees fit.
@MainActor
public protocol TextScreen: AnyObject {
    /// Shows lines that were printed.
    func show(_ lines: [VisibleText])
    /// Shows a line that was printed on standard error.
    func showError(_ line: VisibleText)
    /// Gives the terminal away, as it was before.
    func leaveScreen()
    /// Takes the terminal again.
    func enterScreen()
}

/// An editor whose line is on the screen while other output comes.
@MainActor
public protocol LiveEditor: AnyObject {
    /// Whether a line is being edited now.
    var isEditing: Bool { get }

    /// Erases prompt and line from the screen; the cursor is afterwards in column 0 of where the prompt began.
    ///
    /// Called only while `isEditing`; the editor prints through `OutputGate.writeThrough`.
    func hide()

    /// Draws prompt and line again where the cursor is, in column 0.
    func redraw()
}
