// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Reads a line that the terminal does not echo.
///
/// Without Readline: nothing of a secret may stay in its buffers, undo lists or kill ring. The terminal collects the
/// line, with its own erase keys.
@MainActor
final class SecretReader {
    private let descriptor: Int32
    private var saved = termios()
    private var isActive = false
    private var bytes: [UInt8] = []

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Turns the echo off.
    func start() {
        guard !isActive, tcgetattr(descriptor, &saved) == 0 else { return }
        isActive = true
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        silent.c_iflag |= tcflag_t(ICRNL)
        tcsetattr(descriptor, TCSANOW, &silent)
    }

    /// Sets the terminal back and forgets what was typed.
    func stop() {
        forget()
        guard isActive else { return }
        isActive = false
        tcsetattr(descriptor, TCSANOW, &saved)
    }

    /// Takes one byte; the answer when it ends the line.
    ///
    /// Byte by byte, since what follows the line is not for this reader.
    ///
    /// - Parameter line: The number that a fault names.
    func read(line: Int) -> Result<LineInput, any Error>? {
        var byte: UInt8 = 0
        let got = Glibc.read(descriptor, &byte, 1)
        if got < 0, errno == EINTR || errno == EAGAIN { return nil }
        if got > 0, byte != 0x0A, byte != 0x0D {
            bytes.append(byte)
            if bytes.count > PipeLineReader.defaultLimit {
                return .failure(InputFault.lineTooLong(line: line, limit: PipeLineReader.defaultLimit))
            }
            return nil
        }
        // The terminal may have answered meanwhile what it was asked before.
        while let report = bytes.firstRange(of: Array(EscapeSequence.statusReport.utf8)) { forget(report) }
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

    /// Takes a part out, and leaves no copy of the rest behind.
    private func forget(_ part: Range<Int>) {
        for index in part.upperBound..<bytes.endIndex { bytes[index - part.count] = bytes[index] }
        for index in bytes.indices.suffix(part.count) { bytes[index] = 0 }
        bytes.removeLast(part.count)
    }
}
