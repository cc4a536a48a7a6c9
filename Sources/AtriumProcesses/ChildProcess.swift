// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import CAtriumLinux
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Runs another program, which has the terminal while it runs.
///
/// Foundation’s `Process` puts the child into a process group of its own: in the background, where an editor or a pager
/// is stopped as soon as it reads the keyboard.
public enum ChildProcess {
    /// The reason why a program could not be started.
    public struct Fault: Error, Hashable, Sendable {
        /// The program.
        public let program: String
        /// The operating system’s error number.
        public let reason: Int32
    }

    /// Runs a script of the system’s shell with this process’s input and output.
    ///
    /// - Parameters:
    ///   - script: The script for `/bin/sh`.
    ///   - parameters: The script’s `$1`, `$2`, …
    ///   - folder: Its working folder.
    ///   - variables: Its whole environment; `nil`: this process’s.
    ///   - kept: A descriptor that it gets as its third; none below 0. All others are closed to it.
    /// - Returns: Its exit status, 128 and the signal if one ended it.
    public static func run(
        _ script: String, _ parameters: [String] = [], in folder: String, variables: [String: String]? = nil,
        keeping kept: Int32 = -1
    ) async throws -> Int32 {
        let child = try spawn(script, parameters, folder: folder, variables: variables, kept: kept)
        foreground.withLock { _ = $0.insert(child) }
        defer { foreground.withLock { _ = $0.remove(child) } }
        return await wait(for: child)
    }

    /// Runs a script of the system’s shell that has no terminal, and cannot open this one’s.
    ///
    /// It reads nothing, and its output is not shown. It gets SIGTERM when the task is cancelled.
    ///
    /// - Returns: Its exit status, 128 and the signal if one ended it.
    public static func runApart(
        _ script: String, _ parameters: [String] = [], in folder: String, variables: [String: String]? = nil
    ) async throws -> Int32 {
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nowhere >= 0 else { throw Fault(program: shell, reason: errno) }
        defer { close(nowhere) }
        let group = RunningGroup(isOwn: true)
        return try await withTaskCancellationHandler {
            let child = try spawn(
                script, parameters, folder: folder, variables: variables, input: nowhere, output: nowhere,
                takesErrors: true, flags: CLINUX_POSIX_SPAWN_SETSID)
            group.start(child)
            return await wait(for: child, group)
        } onCancel: {
            group.send(SIGTERM)
        }
    }

    /// Whether a program has the terminal, whose Ctrl-C is not for this one.
    public static var hasForeground: Bool { foreground.withLock { !$0.isEmpty } }

    /// Asks the programs that have the terminal to end (SIGTERM), and those that they started: this one is about to.
    ///
    /// - Returns: Whether there were any.
    public static func endForeground() -> Bool {
        let children = foreground.withLock { $0 }
        for child in children {
            for process in family(of: child) { kill(process, SIGTERM) }
        }
        return !children.isEmpty
    }

    /// Runs a script of the system’s shell that reads `input`, and shows its output.
    ///
    /// - Parameter variables: Its whole environment; `nil`: this process’s.
    /// - Returns: Its exit status.
    public static func run(
        _ script: String, in folder: String, variables: [String: String]? = nil, input: [UInt8]
    ) async throws -> Int32 {
        try await run(
            script, [], in: folder, variables: variables, input: input, takesErrors: false, hasTerminal: true,
            group: RunningGroup(isOwn: false), output: nil)
    }

    /// Runs a script of the system’s shell that reads `input`, and passes on its output, piece by piece.
    ///
    /// It is ended (by SIGTERM, and SIGKILL if that does not help) when no more output is wanted, and when the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - parameters: What the script sees as `$1`, `$2`, …
    ///   - takesErrors: Whether its standard error is passed on too.
    ///   - isAside: Whether it has a process group of its own, since another program has the terminal.
    ///   - hasTerminal: Whether it can open the terminal; otherwise it has a session of its own, and is aside in any case.
    ///   - output: Takes its output; returns false if no more is wanted.
    /// - Returns: Its exit status, 128 and the signal if one ended it.
    public static func run(
        _ script: String, _ parameters: [String] = [], in folder: String, variables: [String: String]? = nil,
        input: [UInt8], takesErrors: Bool, isAside: Bool = false, hasTerminal: Bool = true,
        output: @escaping @MainActor ([UInt8]) -> Bool
    ) async throws -> Int32 {
        let group = RunningGroup(isOwn: isAside || !hasTerminal)
        return try await withTaskCancellationHandler {
            try await run(
                script, parameters, in: folder, variables: variables, input: input, takesErrors: takesErrors,
                hasTerminal: hasTerminal, group: group, output: output)
        } onCancel: {
            end(group)
        }
    }

    private static func run(
        _ script: String, _ parameters: [String], in folder: String, variables: [String: String]?, input: [UInt8],
        takesErrors: Bool, hasTerminal: Bool, group: RunningGroup, output: (@MainActor ([UInt8]) -> Bool)?
    ) async throws -> Int32 {
        // A program that ends before it has read everything must not end this one.
        signal(SIGPIPE, SIG_IGN)
        let toChild = try makePipe()
        let fromChild = output == nil ? nil : try makePipe()
        let child: pid_t
        do {
            child = try spawn(
                script, parameters, folder: folder, variables: variables, input: toChild.read,
                output: fromChild?.write, takesErrors: takesErrors,
                // Group 0 is a new one, of the child’s number; so is the group of a new session.
                flags: !hasTerminal ? CLINUX_POSIX_SPAWN_SETSID : group.isOwn ? Int32(POSIX_SPAWN_SETPGROUP) : 0)
            group.start(child)
        } catch {
            for case let end? in [toChild.read, toChild.write, fromChild?.read, fromChild?.write] { close(end) }
            throw error
        }
        close(toChild.read)
        if let end = fromChild?.write { close(end) }
        // Both directions at once: a child that writes before it has read everything would wait for us, and we for it.
        async let writing: Void = BlockingCall.run { write(input, to: toChild.write, of: group) }
        if let source = fromChild?.read, let output {
            let reader = PipeReader(source) { !group.isKilled }
            for await piece in reader.pieces {
                reader.take()
                guard await output(piece) else {
                    end(group)
                    break
                }
            }
            reader.stop()
        }
        await writing
        return await wait(for: child, group)
    }

    /// The time that a program may take to end after it was asked to.
    private static let grace = DispatchTimeInterval.seconds(2)

    private static func end(_ group: RunningGroup) {
        group.send(SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + grace) { group.send(SIGKILL) }
    }

    private static let shell = "/bin/sh"

    /// The children that have the terminal now.
    private static let foreground = Mutex<Set<pid_t>>([])

    /// A process and all that descend from it (proc(5), `children`).
    static func family(of process: pid_t) -> [pid_t] {
        let path = "/proc/\(process)/task/\(process)/children"
        let bytes = (try? FileReader(path).bytes(limit: 1 << 20)) ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        return [process] + text.split(separator: " ").compactMap { pid_t($0) }.flatMap { family(of: $0) }
    }

    private static func spawn(
        _ script: String, _ parameters: [String], folder: String, variables: [String: String]?,
        input: Int32? = nil, output: Int32? = nil, takesErrors: Bool = false, flags: Int32 = 0, kept: Int32 = -1
    ) throws -> pid_t {
        // The folder is a parameter, so that the shell takes no character of its name for a command.
        let whole = "cd -- \"$1\" || exit 127; shift; \(script)"
        let arguments = ["-c", whole, "sh", folder] + parameters
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        if let output, takesErrors { posix_spawn_file_actions_adddup2(&actions, output, 2) }
        // The child gets no open descriptors of this process: a reader of a pipe’s end would wait for the child.
        // Onto itself is fine: it is not closed by `exec` then.
        if kept >= 0 { posix_spawn_file_actions_adddup2(&actions, kept, 3) }
        posix_spawn_file_actions_addclosefrom_np(&actions, kept < 0 ? 3 : 4)
        return try start([shell] + arguments, variables: variables, flags: flags, &actions)
    }

    private static func wait(for child: pid_t, _ group: RunningGroup? = nil) async -> Int32 {
        await BlockingCall.run {
            if let group {
                // Its number may be another process’s as soon as it has been waited for.
                var end = siginfo_t()
                while waitid(P_PID, id_t(child), &end, WEXITED | WNOWAIT) < 0, errno == EINTR {}
                group.end()
            }
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        }
    }

    private static func makePipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Fault(program: shell, reason: errno) }
        return (ends[0], ends[1])
    }

    /// Writes the bytes, as far as they are read.
    private static func write(_ bytes: [UInt8], to descriptor: Int32, of group: RunningGroup) {
        defer { close(descriptor) }
        // This end is ours alone. Something that the program has started may hold the other one open forever.
        _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_NONBLOCK)
        var rest = bytes[...]
        while !rest.isEmpty {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&wait, 1, 200) == 0 {
                if group.isKilled { return }
                continue
            }
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // A reader that has seen enough, such as `head`, is not a fault.
            if count < 0, errno != EINTR, errno != EAGAIN { return }
            if count > 0 { rest = rest.dropFirst(count) }
        }
    }
}

extension ChildProcess {
    /// Starts a program, in which all signals have their default action and none is blocked.
    ///
    /// - Parameters:
    ///   - words: Its path and its arguments, at least the first.
    ///   - variables: Its whole environment; nil: this process’s.
    ///   - flags: More flags of posix_spawnattr_setflags(3).
    ///   - actions: The actions on descriptors.
    package static func start(
        _ words: [String], variables: [String: String]?, flags: Int32 = 0, _ actions: inout posix_spawn_file_actions_t
    ) throws(Fault) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals that this process ignores or blocks would stay so in the child.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | flags))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var own: [UnsafeMutablePointer<CChar>?] = (variables ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { own.forEach { free($0) } }
        var child = pid_t()
        let reason =
            variables == nil
            ? posix_spawn(&child, words[0], &actions, &attributes, &arguments, environ)
            : posix_spawn(&child, words[0], &actions, &attributes, &arguments, &own)
        guard reason == 0 else { throw Fault(program: words[0], reason: reason) }
        return child
    }
}

/// A program and what it has started, which may be told to end, from any thread, as long as its number is its own.
final class RunningGroup: Sendable {
    private enum State {
        case waiting
        case running(pid_t)
        case unwanted
        case over
    }

    /// Whether it is a process group of its own.
    let isOwn: Bool
    private let state = Mutex((now: State.waiting, isKilled: false))

    init(isOwn: Bool) { self.isOwn = isOwn }

    /// Whether it was told to end in a way that it cannot refuse.
    var isKilled: Bool { state.withLock { $0.isKilled } }

    /// Records that the program runs; one that is no longer wanted gets SIGTERM at once.
    func start(_ leader: pid_t) {
        state.withLock { state in
            if case .unwanted = state.now { send(SIGTERM, to: leader) }
            state.now = .running(leader)
        }
    }

    /// Sends a signal to the whole group, also to one that has yet to start.
    func send(_ signal: Int32) {
        state.withLock { state in
            if signal == SIGKILL { state.isKilled = true }
            switch state.now {
            case .waiting: state.now = .unwanted
            case .running(let leader): send(signal, to: leader)
            case .unwanted, .over: break
            }
        }
    }

    /// Its leader has ended and is about to be waited for.
    func end() { state.withLock { $0.now = .over } }

    private func send(_ signal: Int32, to leader: pid_t) {
        guard !isOwn else {
            kill(-leader, signal)
            return
        }
        for process in ChildProcess.family(of: leader) { kill(process, signal) }
    }
}

/// The variables of the environment of this process.
public enum ProcessVariables {
    /// All of them, by their names, as they are now; of two with one name the first, as getenv(3) has it.
    ///
    /// Foundation has the same, but searches each of them by characters, which takes a thirtieth of a start.
    public static var all: [String: String] {
        var all: [String: String] = [:]
        var next = clinux_variables()
        while let place = next, let variable = place.pointee {
            if let sign = strchr(variable, 0x3D) {
                let bytes = UnsafeRawBufferPointer(start: variable, count: sign - variable)
                let name = String(decoding: bytes, as: UTF8.self)
                if all[name] == nil { all[name] = String(cString: sign + 1) }
            }
            next = place + 1
        }
        return all
    }
}
