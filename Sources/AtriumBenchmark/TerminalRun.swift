// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import CAtriumLinux
import Foundation

/// A program on a terminal of its own, as its user sees it.
///
/// Source: pty(7), proc(5), clock_getcpuclockid(3).
package final class TerminalRun {
    private let program: MeasuredProgram
    private let child: pid_t
    private let terminal: Int32
    private let start: Double
    private let clock: Clock
    private var seen: [UInt8] = []
    private var hasClosed = false
    private var isOver = false

    /// The longest time without output before a run fails, in milliseconds.
    private static let longest: Int32 = 60_000

    /// The number of bytes it has written.
    package private(set) var written = 0

    /// Starts a program on a terminal of 80 columns and 24 rows.
    ///
    /// - Throws: `BenchmarkFault`.
    package init(_ program: MeasuredProgram) throws(BenchmarkFault) {
        self.program = program
        terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0, grantpt(terminal) == 0, unlockpt(terminal) == 0, let name = ptsname(terminal) else {
            throw .notStarted(program: program.words[0], reason: errno)
        }
        let path = String(cString: name)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        start = Clock.monotonic.now
        do throws(BenchmarkFault) {
            // The leader of a session has the first terminal that it opens.
            child = try program.spawn(leadsSession: true) { actions in
                posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
                posix_spawn_file_actions_adddup2(&actions, 0, 1)
                posix_spawn_file_actions_adddup2(&actions, 0, 2)
            }
        } catch {
            close(terminal)
            throw error
        }
        var id = clockid_t()
        clock_getcpuclockid(child, &id)
        clock = Clock(id: id)
    }

    deinit {
        if !isOver {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
        close(terminal)
    }

    /// The cost so far.
    package var cost: Cost {
        Cost(processor: clock.now, elapsed: Clock.monotonic.now - start, written: written)
    }

    /// The memory it currently holds, in bytes.
    package var resident: Int {
        // Its fields are counts of pages: the whole, what is resident, …
        let text = (try? FileReader("/proc/\(child)/statm").bytes(limit: 1 << 10)) ?? []
        let pages =
            String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    package func type(_ line: String) {
        let bytes = Array((line + "\r").utf8)
        _ = write(terminal, bytes, bytes.count)
    }

    /// Waits until it has written this text.
    ///
    /// - Throws: `BenchmarkFault.silent`; `.failed` if it has ended.
    package func wait(for text: String) throws(BenchmarkFault) {
        let wanted = Array(text.utf8)
        while !seen.contains(wanted) {
            guard read(within: Self.longest) else { throw fault(awaiting: text) }
        }
        seen = []
    }

    /// Waits until it has answered and then written nothing for a while.
    ///
    /// - Throws: `BenchmarkFault.silent`; `.failed` if it has ended.
    package func answer() throws(BenchmarkFault) {
        guard read(within: Self.longest) else { throw fault(awaiting: "") }
        settle()
    }

    /// Waits until it writes nothing for a while.
    package func settle() {
        while read(within: 25) {}
        seen = []
    }

    /// The reason why it has not written this text.
    private func fault(awaiting text: String) -> BenchmarkFault {
        let silent = BenchmarkFault.silent(program: program.words[0], awaited: text)
        guard hasClosed else { return silent }
        isOver = true
        do throws(BenchmarkFault) { _ = try program.end(of: child, since: start, written: written) } catch {
            return error
        }
        return silent
    }

    /// Types the last line, and waits for the program’s end.
    ///
    /// - Throws: `BenchmarkFault.failed` if its exit status is not 0.
    package func end(typing line: String) throws(BenchmarkFault) -> Cost {
        type(line)
        while read(within: Self.longest) {}
        isOver = true
        return try program.end(of: child, since: start, written: written)
    }

    /// Reads its output; returns false if none comes in time, or at its end.
    private func read(within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, milliseconds) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        // The read fails when the last program has closed the terminal.
        let count = Glibc.read(terminal, &bytes, bytes.count)
        hasClosed = count <= 0
        guard !hasClosed else { return false }
        written += count
        seen += bytes[..<count]
        return true
    }
}
