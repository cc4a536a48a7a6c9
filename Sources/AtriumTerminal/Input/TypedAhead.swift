// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch

/// The keys typed while a command works: the next line begins with them, and the display shows them meanwhile.
@MainActor
struct TypedAhead {
    /// The time before keys are read beside a command: most commands end sooner, and so do those that start a program
    /// which has the keys for itself.
    static let delay = Duration.milliseconds(250)
    /// The most bytes that are read; the terminal keeps the others.
    private static let limit = 1 << 16

    /// Whether a command works beside which keys may be shown.
    var isWanted = false
    /// The time at which it began.
    var start = Duration.zero
    /// Whether its end is awaited, or that of one before it.
    var isAwaited = false
    var source: (any DispatchSourceRead)?
    private(set) var bytes: [UInt8] = []

    /// Whether more is read.
    var hasRoom: Bool { bytes.count < Self.limit }

    /// Takes another byte.
    mutating func add(_ byte: UInt8) { bytes.append(byte) }

    /// Returns and forgets the bytes that were read.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// The text of these bytes: characters and line breaks, as the keys that erase leave them.
    nonisolated static func text(of bytes: [UInt8]) -> String {
        var text: [Character] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if byte == EscapeKey.byte {
                rest = rest.dropFirst(escapeLength(of: rest))
                continue
            }
            let run = rest.prefix { $0 >= 0x20 && $0 != 0x7F }
            guard run.isEmpty else {
                // A character that has come in part is shown when it is whole.
                text += String(decoding: run, as: UTF8.self).filter { $0 != "\u{FFFD}" }
                rest = rest.dropFirst(run.count)
                continue
            }
            rest = rest.dropFirst()
            let line = text.lastIndex(of: "\n").map { $0 + 1 } ?? 0
            switch byte {
            case 0x0A, 0x0D: text.append("\n")
            case 0x08, 0x7F: if text.count > line { text.removeLast() }
            case 0x15: text.removeSubrange(line...)
            default: break
            }
        }
        return String(text)
    }

    /// The number of available bytes of a key that begins with Escape.
    private nonisolated static func escapeLength(of bytes: ArraySlice<UInt8>) -> Int {
        var sequence: [UInt8] = []
        for byte in bytes {
            sequence.append(byte)
            if sequence.count > 1, ExtendedKey.step(after: sequence) != .more { break }
        }
        return sequence.count
    }
}

extension LineEditor {
    /// Makes the display show the text typed while nothing is asked, after a moment, or stops that.
    ///
    /// Nothing is shown after a request for a secret: the text typed then may be another one.
    public func setAhead(_ isOn: Bool) {
        ahead.isWanted = isOn
        guard isOn else { return endAhead() }
        ahead.start = elapsed()
        if !ahead.isAwaited { awaitAhead(TypedAhead.delay) }
    }

    /// Reads keys once the present command has lasted long enough: of many short ones, one wait is enough.
    private func awaitAhead(_ time: Duration) {
        ahead.isAwaited = true
        aheadWait.start(time) { [weak self] in
            guard let self else { return }
            let rest = TypedAhead.delay - (elapsed() - ahead.start)
            ahead.isAwaited = false
            if ahead.isWanted, rest > .zero { awaitAhead(rest) } else { readAhead() }
        }
    }

    /// Reads keys beside a command.
    func readAhead() {
        guard ahead.isWanted, ahead.source == nil, activity == .idle, echo.isQuiet == true, display != nil else {
            return
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
        source.setEventHandler { [weak self] in self?.takeAhead() }
        source.activate()
        ahead.source = source
    }

    private func takeAhead() {
        guard ahead.source != nil else { return }
        while ahead.hasRoom, input.hasMore, let byte = input.readByte() { ahead.add(byte) }
        // The end of the input is for the next caller.
        if input.isHungUp || !ahead.hasRoom || !input.hasMore && ahead.bytes.isEmpty { stopAhead() }
        display?.showAhead(TypedAhead.text(of: ahead.bytes))
    }

    private func stopAhead() {
        ahead.source?.cancel()
        ahead.source = nil
    }

    /// Stops reading keys beside a command; those that were read are for the next caller.
    func endAhead() {
        stopAhead()
        input.append(ahead.take())
    }

    /// Forgets the keys typed beside a command that is cancelled, as the terminal does.
    func forgetAhead() {
        guard !ahead.take().isEmpty else { return }
        display?.showAhead("")
    }
}
