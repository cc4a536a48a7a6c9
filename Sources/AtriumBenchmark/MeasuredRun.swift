// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProcesses
import AtriumTerminal
import CAtriumLinux
import Foundation

/// The cost of a program.
package struct Cost: Sendable {
    /// Its processor time, in seconds.
    package var processor: Double
    /// The time from its start to its end, in seconds.
    package var elapsed: Double
    /// The number of bytes written to its terminal; 0 if it had none.
    package var written = 0
}

/// The reasons why a benchmark stopped.
package enum BenchmarkFault: Error, Equatable {
    /// The program cannot be started.
    case notStarted(program: String, reason: Int32)
    /// The program ended with this status instead of success.
    case failed(program: String, status: Int32)
    /// The program did not show the awaited text in time.
    case silent(program: String, awaited: String)
    /// SQLite refused the reference store.
    case reference(String)
}

/// A program that is run to measure its cost.
package struct MeasuredProgram: Sendable {
    /// Its path and its arguments.
    package let words: [String]
    /// Its whole environment.
    package let variables: [String: String]
    /// The folder in which it runs.
    package let folder: String

    package init(_ words: [String], variables: [String: String], folder: String) {
        self.words = words
        self.variables = variables
        self.folder = folder
    }

    /// Runs it to its end, with a file as its input, and discards its output.
    ///
    /// - Throws: `BenchmarkFault`.
    package func run(reading input: String) throws(BenchmarkFault) -> Cost {
        let start = Clock.monotonic.now
        let child = try spawn { actions in
            posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        return try end(of: child, since: start)
    }

    /// Starts it with the files that `prepare` opens; it inherits no other open files of this process.
    func spawn(
        leadsSession: Bool = false, _ prepare: (inout posix_spawn_file_actions_t) -> Void
    ) throws(BenchmarkFault) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addchdir_np(&actions, folder)
        prepare(&actions)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        do throws(ChildProcess.Fault) {
            return try ChildProcess.start(
                words, variables: variables, flags: leadsSession ? CLINUX_POSIX_SPAWN_SETSID : 0, &actions)
        } catch {
            throw .notStarted(program: error.program, reason: error.reason)
        }
    }

    /// Waits for its end.
    func end(of child: pid_t, since start: Double, written: Int = 0) throws(BenchmarkFault) -> Cost {
        var (status, usage) = (Int32(0), rusage())
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else {
            throw .failed(program: words[0], status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
        }
        return Cost(
            processor: usage.ru_utime.seconds + usage.ru_stime.seconds, elapsed: Clock.monotonic.now - start,
            written: written)
    }
}

/// A clock of the operating system, read in seconds.
struct Clock {
    let id: clockid_t

    static let monotonic = Clock(id: CLOCK_MONOTONIC)
    /// The processor time of this process.
    static let processor = Clock(id: CLOCK_PROCESS_CPUTIME_ID)

    var now: Double {
        var time = timespec()
        clock_gettime(id, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
