// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// Reads a line that the terminal does not echo.
///
/// Without Readline: nothing of a secret may stay in its buffers, undo lists or kill ring. The keys by which the terminal
/// erases work; Escape and the keys that begin with it are no part of a secret.
@MainActor
final class SecretReader {
    private let descriptor: Int32
    private var saved = termios()
    private var isActive = false
    private var bytes: [UInt8] = []
    /// The bytes so far of a key or an answer, and the time when no more had come.
    private var begun: (bytes: [UInt8], at: ContinuousClock.Instant)?

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The text so far; what is no whole character yet is missing.
    var typed: String { String(decoding: bytes, as: UTF8.self) }

    /// Turns the echo off.
    func start() {
        guard !isActive, tcgetattr(descriptor, &saved) == 0 else { return }
        isActive = true
        var silent = saved
        // Key by key: in a whole line Escape before a letter looks like a key that is sent as both.
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON)
        silent.c_lflag |= tcflag_t(ISIG)
        silent.c_iflag |= tcflag_t(ICRNL)
        withUnsafeMutableBytes(of: &silent.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
        tcsetattr(descriptor, TCSANOW, &silent)
    }

    /// Restores the terminal and forgets the typed text.
    func stop() {
        forget()
        begun = nil
        guard isActive else { return }
        isActive = false
        tcsetattr(descriptor, TCSANOW, &saved)
    }

    /// Takes one byte, or a key of several; the answer when it ends the line.
    ///
    /// Not more, since the bytes after the line are not for this reader.
    ///
    /// - Parameter line: The number that a fault names.
    func read(line: Int) -> Result<LineInput, any Error>? {
        var byte: UInt8 = 0
        let got = Glibc.read(descriptor, &byte, 1)
        if got < 0, errno == EINTR || errno == EAGAIN { return nil }
        if got > 0, goesOn(with: byte) { return nil }
        if got > 0, let key = key(of: byte) {
            guard key == .end else {
                press(key)
                return nil
            }
            return bytes.isEmpty ? .success(.end) : nil
        }
        if got > 0, byte != 0x0A, byte != 0x0D {
            bytes.append(byte)
            if bytes.count > PipeLineReader.defaultLimit {
                return .failure(InputFault.lineTooLong(line: line, limit: PipeLineReader.defaultLimit))
            }
            return nil
        }
        if got <= 0, bytes.isEmpty { return .success(.end) }
        if bytes.contains(0) { return .failure(InputFault.nul(line: line)) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failure(InputFault.invalidUTF8(line: line))
        }
        return .success(.line(text))
    }

    private func forget() {
        for index in bytes.indices { bytes[index] = 0 }
        bytes.removeAll()
    }
}

// MARK: - Keys

extension SecretReader {
    /// A byte that is no part of a secret.
    private enum Key: Int32, CaseIterable {
        case escape, erase, eraseWord, eraseAll, reprint, end

        /// The place among the terminal’s own keys.
        var place: Int? {
            switch self {
            case .escape: nil
            case .erase: Int(VERASE)
            case .eraseWord: Int(VWERASE)
            case .eraseAll: Int(VKILL)
            case .reprint: Int(VREPRINT)
            case .end: Int(VEOF)
            }
        }
    }

    /// The meaning of a byte in the terminal’s earlier settings, where 0 stands for no key.
    private func key(of byte: UInt8) -> Key? {
        if byte == 0x1B { return .escape }
        guard isActive, byte != 0 else { return nil }
        return withUnsafeBytes(of: saved.c_cc) { keys in
            Key.allCases.first { $0.place.map { keys[$0] == byte } ?? false }
        }
    }

    private func press(_ key: Key) {
        switch key {
        case .escape: passKey([EscapeKey.byte])
        case .erase: eraseCharacter()
        case .eraseWord:
            while let last = bytes.last, Self.isBlank(last) { eraseCharacter() }
            while let last = bytes.last, !Self.isBlank(last) { eraseCharacter() }
        case .eraseAll: forget()
        case .reprint, .end: break
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Skips the rest of a key, or of an answer of the terminal, as far as it comes at once.
    private func passKey(_ start: [UInt8]) {
        var sequence = start
        while ExtendedKey.step(after: sequence) == .more {
            guard let byte = next() else {
                begun = (sequence, .now)
                return
            }
            // Escape alone, and another key.
            sequence = sequence + [byte] == [EscapeKey.byte, EscapeKey.byte] ? [byte] : sequence + [byte]
        }
        // The rest of a character that was typed with Alt.
        guard sequence.count == 2, sequence[1] >= 0xC0 else { return }
        for _ in 0..<max(0, (~sequence[1]).leadingZeroBitCount - 1) { _ = next() }
    }

    /// The time that the rest of an answer may take.
    private static let restTime = Duration.seconds(1)

    /// Whether a byte continues the begun sequence: behind Escape alone only if more follows at once, as no user types.
    private func goesOn(with byte: UInt8) -> Bool {
        guard let (start, time) = begun else { return false }
        begun = nil
        let isEnd = byte == EscapeKey.byte || byte == 0x07
        guard time.duration(to: .now) < Self.restTime,
            start.count > 1
                ? byte >= 0x20 || isEnd && ExtendedKey.mayEndByEscape(start)
                : ExtendedKey.introducers.contains(byte) && hasMore(within: 0)
        else { return false }
        passKey(start + [byte])
        return true
    }

    private func hasMore(within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, milliseconds) > 0 && wait.revents & Int16(POLLIN) != 0
    }

    /// The next byte, if it comes at once.
    private func next() -> UInt8? {
        var byte: UInt8 = 0
        guard hasMore(within: Int32(EscapeKey.milliseconds)), Glibc.read(descriptor, &byte, 1) == 1 else { return nil }
        return byte
    }

    /// Takes the last character out.
    private func eraseCharacter() {
        while let last = bytes.indices.last {
            let byte = bytes[last]
            bytes[last] = 0
            bytes.removeLast()
            // The other bytes of a character begin so.
            if byte & 0xC0 != 0x80 { return }
        }
    }
}

/// Restores the echo of a terminal when a signal ends the process while typing is not shown: otherwise no later typing
/// would be.
enum EchoRestoration {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Until `disarm`, these signals set the terminal to these settings before their default action; those that the
    /// program was started to ignore, as with `nohup`, stay ignored.
    ///
    /// - Returns: Their earlier actions, for `disarm`.
    static func arm(descriptor: Int32, settings: termios) -> [sigaction] {
        // Never freed: a handler may read it at any moment.
        let memory = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
        memory.initialize(to: Restoration(descriptor: descriptor, settings: settings))
        restoration.store(UInt(bitPattern: memory), ordering: .releasing)
        return signals.map { number in
            var action = sigaction()
            var before = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                let address = restoration.load(ordering: .acquiring)
                if let memory = UnsafeMutablePointer<Restoration>(bitPattern: address) {
                    tcsetattr(memory.pointee.descriptor, TCSANOW, &memory.pointee.settings)
                }
                signal(number, SIG_DFL)
                raise(number)
            }
            sigaction(number, nil, &before)
            if !before.isIgnored { sigaction(number, &action, nil) }
            return before
        }
    }

    /// Leaves the terminal alone again.
    static func disarm(_ before: [sigaction]) {
        for (number, action) in zip(signals, before) {
            var action = action
            sigaction(number, &action, nil)
        }
        restoration.store(0, ordering: .releasing)
    }
}

/// The data of a signal handler, without a lock, an allocation or a reference count.
private struct Restoration {
    var descriptor: Int32
    var settings: termios
}

/// The address of a `Restoration`, which does not change once it is stored here; 0 while there is nothing to do.
private let restoration = Atomic<UInt>(0)
