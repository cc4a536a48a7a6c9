// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline
import Glibc

/// The bytes of keys: those from the terminal, and before them those that were read before their receiver was known.
@MainActor
final class KeyInput {
    /// Bytes that were read, and are for the next caller.
    var held: [UInt8] = []
    /// Whether the held bytes are a whole key, which no byte can continue.
    var isKeyWhole = false

    /// Bytes that were read and put back uninterpreted, as if they were still to come from the terminal.
    private var unread: [UInt8] = []

    /// Puts bytes before those that come.
    func hold(_ bytes: [UInt8]) { held = bytes + held }

    /// Puts bytes back, to be read again.
    func putBack(_ bytes: [UInt8]) { unread = bytes + unread }

    /// Adds bytes behind those that were put back.
    func append(_ bytes: [UInt8]) { unread += bytes }

    /// Whether anything was read that is for the next caller.
    var hasRead: Bool { !held.isEmpty || !unread.isEmpty }

    /// The next byte among those that were read; `nil` if there is none.
    var next: UInt8? { held.first ?? unread.first }

    /// Discards the bytes that were read.
    func forget() { (held, unread) = ([], []) }

    /// Whether a key waits to be read from the terminal.
    var hasMore: Bool { !unread.isEmpty || pending & Int16(POLLIN | POLLHUP) == Int16(POLLIN) }

    /// Whether the terminal is gone: a read from it then looks like Ctrl-D, which the user did not press.
    var isHungUp: Bool { pending & Int16(POLLHUP) != 0 }

    private var pending: Int16 {
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) > 0 ? wait.revents : 0
    }

    /// Reads a byte from the terminal.
    func readByte() -> UInt8? {
        guard unread.isEmpty else { return unread.removeFirst() }
        var byte: UInt8 = 0
        return Glibc.read(0, &byte, 1) == 1 ? byte : nil
    }

    /// Reads the rest of a sequence that begins with a byte, up to an Escape that follows another one.
    func sequence(from first: UInt8) -> [UInt8] { first == EscapeKey.byte ? sequence(goingOn: [first]) : [first] }

    /// Reads the available rest of a sequence that has begun.
    func sequence(goingOn begun: [UInt8]) -> [UInt8] {
        var sequence = begun
        while ExtendedKey.step(after: sequence) == .more, isThere(after: sequence), let byte = readByte() {
            // It ends what was cut off, where it may not be the end of a string.
            if byte == EscapeKey.byte, sequence.count > 1, !ExtendedKey.mayEndByEscape(sequence) {
                putBack([byte])
                break
            }
            sequence.append(byte)
        }
        return sequence
    }

    /// Whether another byte is available; one of a sequence that has begun may take a little.
    private func isThere(after sequence: [UInt8]) -> Bool {
        sequence.count > 1 ? waits(Int32(EscapeKey.milliseconds)) : hasMore
    }

    /// Reads until a text has come, or for so long that it does not come any more.
    func skip(through text: String, patience: Duration, by elapsed: @MainActor () -> Duration) {
        let end = elapsed() + patience
        var read: [UInt8] = []
        while elapsed() < end {
            let left = (end - elapsed()).components
            let milliseconds = Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
            guard waits(max(0, milliseconds)), let byte = readByte() else { break }
            read.append(byte)
            if read.suffix(text.utf8.count).elementsEqual(text.utf8) { break }
        }
    }

    /// Waits for a key for at most this number of milliseconds; returns false if nothing came.
    func waits(_ milliseconds: Int32) -> Bool {
        if !unread.isEmpty { return true }
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, milliseconds) > 0 && wait.revents & Int16(POLLIN) != 0
    }
}

// MARK: - For Readline

extension KeyInput {
    /// Makes Readline take its bytes from here: the held ones before those of the terminal.
    static func feedReadline() {
        creadline_set_input { stream in
            let byte =
                MainActor.assumeIsolated { LineEditor.current?.input.takeRead() }.map(Int32.init) ?? rl_getc(stream)
            guard byte == 0 else { return byte }
            return MainActor.assumeIsolated { LineEditor.current?.input.takeNUL() } ?? byte
        } _: {
            MainActor.assumeIsolated { LineEditor.current?.input.hasMoreForReadline == true ? 1 : 0 }
        }
    }

    /// Takes the next byte that was already read.
    private func takeRead() -> UInt8? {
        guard held.isEmpty else { return held.removeFirst() }
        return unread.isEmpty ? nil : unread.removeFirst()
    }

    /// Takes the NUL of a pasted text, which would end there, for the sign of an unknown character.
    private func takeNUL() -> Int32? {
        guard KeySequence.pasteStart.elementsEqual(ReadlineKeys.running) else { return nil }
        let sign = Array("\u{FFFD}".utf8)
        hold(Array(sign.dropFirst()))
        return Int32(sign[0])
    }

    /// Takes back what Readline has put back of a key that it does not know, or puts before what comes.
    ///
    /// It would read on in the same call, and if a command jumps out of reading, as `abort` does, jump to where it has
    /// returned from by then, which ends the program.
    func takeBack() {
        var bytes: [UInt8] = []
        while creadline_has_pushed() != 0, let byte = UInt8(exactly: rl_read_key()) { bytes.append(byte) }
        hold(bytes)
    }

    /// Whether Readline finds more to read, for which it may wait a little.
    private var hasMoreForReadline: Bool {
        if !held.isEmpty || !unread.isEmpty { return true }
        if isKeyWhole { return false }
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        // A negative value returns the time without setting it.
        return poll(&wait, 1, rl_set_keyboard_input_timeout(-1) / 1000) > 0
    }
}

/// Distinguishes a key alone from the start of a longer sequence: by the time in which nothing follows it.
@MainActor
final class KeyWait {
    private let clock: any Clock<Duration>
    private var waiting: Task<Void, Never>?

    /// A wait by a clock, which a test may move.
    init(clock: any Clock<Duration>) { self.clock = clock }

    /// Calls `onAlone` after some time, unless it is cancelled before; an earlier wait is over.
    func start(_ time: Duration, onAlone: @escaping @MainActor () -> Void) {
        cancel()
        waiting = Task { [clock] in
            guard (try? await clock.sleep(for: time)) != nil, !Task.isCancelled else { return }
            onAlone()
        }
    }

    /// A key has followed.
    func cancel() {
        waiting?.cancel()
        waiting = nil
    }
}

/// Escape, which is a key of its own, and the start of others.
package enum EscapeKey {
    static let byte: UInt8 = 0x1B
    /// The time in which Escape may be the start of another key, also over a slow line.
    package static let milliseconds = 60
    /// The same time while the user writes a text of several lines.
    static let writingMilliseconds = 150
    /// The bytes of a key come at once, also over a line that brings them one by one; no user types two keys so fast.
    private static let togetherTime = Duration.milliseconds(15)

    /// Whether bytes that come this long after Escape are a part of the same key.
    ///
    /// That is so of the longer ones, which begin as CSI or SS3 does, and of one with Alt, which comes at once. What begins
    /// with a second Escape is one where it means something.
    @MainActor
    static func isOneKey(_ bytes: [UInt8], after time: Duration) -> Bool {
        switch bytes.first {
        case UInt8(ascii: "["), UInt8(ascii: "O"): true
        case byte: ReadlineKeys.isKey([byte] + bytes)
        // No user ends something and presses Enter this soon after it.
        case 0x0D, 0x0A: ReadlineKeys.isKey([byte] + bytes)
        default: time <= togetherTime
        }
    }
}
