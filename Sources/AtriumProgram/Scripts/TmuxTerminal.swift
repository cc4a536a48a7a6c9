// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumProcesses
import AtriumScripts
import AtriumSession
import AtriumTerminal
import Foundation

/// A script’s terminal: a pseudo-terminal inside a tmux server of its own.
///
/// The server’s socket is in the session’s folder, and no configuration is read, so that nothing of the user’s own
/// tmux is changed. A separate process waits for a lock that this process holds, and ends the server, the program and,
/// if nothing else can, the folder: the operating system releases the lock however this process ends.
///
/// Source: tmux(1), flock(2).
@MainActor
final class TmuxTerminal: ScriptTerminal {
    private static let emulator = "tmux -u -S .terminal/tmux"
    /// The time that the program has until its first output.
    private static let startingTime = Duration.seconds(10)
    /// The time after which a program that only waits counts as one that prints nothing until it is asked.
    private static let silentTime = Duration.milliseconds(500)
    /// The time that the program may leave Escape unread before it counts as typed ahead.
    private static let readingTime = Duration.seconds(5)

    private let folder: String
    private let entered: (String) -> Void
    /// Whether the last pressed key is Escape.
    private var isAfterEscape = false
    private var lock: ProcessLock?
    private let cleanup: Task<Int32, any Error>

    /// Starts a program on a terminal, and returns after its first output, or once it waits for input without any.
    ///
    /// - Parameters:
    ///   - words: The program’s path and its arguments, at least one.
    ///   - variables: Its whole environment, except for `TERM`.
    ///   - size: The size of the terminal.
    ///   - folder: The session’s folder, in which the program starts.
    ///   - entered: Called with every typed command.
    /// - Throws: ``TerminalFault``.
    init(
        running words: [String], variables: [String: String], size: ScriptSize, folder: String,
        entered: @escaping (String) -> Void
    ) async throws {
        for (program, package) in [("tmux", "tmux"), ("flock", "util-linux")] {
            guard try await ChildProcess.isInstalled(program, in: folder) else {
                throw TerminalFault.programMissing(program, package: package)
            }
        }
        self.folder = folder
        self.entered = entered
        do throws(FileFault) {
            try Folder.make(folder + "/.terminal")
            lock = try ProcessLock(folder + "/.terminal/lock")
        } catch {
            throw TerminalFault.refused(String(cString: strerror(error.reason.number)))
        }
        // That process removes the folder, after the server in it.
        ScriptFolders.forget(folder)
        cleanup = Task { try await ChildProcess.run(Self.keeping, [folder], in: folder) }
        do {
            try await start(words, variables, size)
        } catch {
            await end()
            throw error
        }
    }

    func enter(_ line: String, isCommand: Bool) async throws {
        if isCommand { entered(line) }
        if !line.isEmpty { try await type(line) }
        try await send(["Enter"])
    }

    func type(_ text: String) async throws {
        // A semicolon at the end of an argument would end tmux’s command.
        let literal = text.hasSuffix(";") ? text.dropLast() + "\\;" : text
        try await send(["-l", "--", literal])
    }

    func press(_ keys: [ScriptKey]) async throws {
        try await send(["--"] + keys.map { $0.name == ";" ? "\\;" : $0.name })
        isAfterEscape = keys.last?.isEscape ?? false
    }

    func resize(to size: ScriptSize) async throws {
        try await tmux(["resize-window", "-x", String(size.columns), "-y", String(size.rows)])
    }

    func screen(within seconds: Int, until isRight: ([String]) -> Bool) async throws -> [String] {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var pause = Duration.milliseconds(25)
        while true {
            // One more look after the time is over: on a busy machine there may have been none.
            let isLast = clock.now >= end
            let rows = try await rows()
            if isLast || isRight(rows) { return rows }
            try await Task.sleep(for: pause)
            pause = min(pause * 1.5, .milliseconds(120))
        }
    }

    func end() async {
        // From here on, this process removes the folder.
        try? DraftFile.write([], to: folder + "/.terminal/ended")
        lock = nil
        _ = try? await cleanup.value
        ScriptFolders.add(folder)
    }
}

extension TmuxTerminal {
    /// Waits for the lock, then ends the server and everything on the terminal.
    ///
    /// `kill-server` returns before the server has ended; the next one on its socket would end with it. An ended
    /// server remains a zombie (proc(5)) until the system's first process asks for its status, which can take a second.
    private static let keeping = """
        trap '' INT TERM HUP QUIT
        exec < /dev/null > /dev/null 2>&1
        flock .terminal/lock true
        set -- "$1" $(\(emulator) list-panes -a -F '#{pane_pid} #{pid}')
        \(emulator) kill-server
        [ -z "$2" ] || kill -s KILL -- "-$2"
        for wait in $(seq 500); do
            kill -0 "$3" && ! grep -q ') Z' "/proc/$3/stat" || break
            sleep 0.02
        done
        [ -e .terminal/ended ] || rm -rf -- "$1"
        """

    /// Runs the program, records its status, and keeps running so that the screen remains.
    ///
    /// tmux’s own notice of an ended program comes late or not at all. A Ctrl-C is for the program alone:
    /// it has its default action there, since a trap, unlike an ignored signal, is not inherited (POSIX.1-2017, trap).
    private static let running = """
        trap : INT QUIT
        "$@"
        printf '\\n[exit %s]\\n' "$?"
        trap '' INT QUIT TSTP
        exec sleep infinity
        """

    private func start(_ words: [String], _ variables: [String: String], _ size: ScriptSize) async throws {
        let environment = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let options = [
            ["-s", "escape-time", "0"], ["-s", "default-terminal", "tmux-256color"], ["-g", "status", "off"],
            ["-g", "remain-on-exit", "on"],
        ]
        // The server’s environment is its first client’s.
        let script = "exec env -i \"$@\" 2> .terminal/error"
        let parameters =
            environment + Self.emulator.split(separator: " ").map(String.init) + ["-f", "/dev/null", "start-server"]
            + options.flatMap { [";", "set-option"] + $0 }
            + [
                ";", "new-session", "-d", "-x", String(size.columns), "-y", String(size.rows), "--", "sh", "-c",
                Self.running, "sh",
            ] + words
        try await succeed(script, parameters)
        try await awaitBeginning()
    }

    /// Waits for the program’s first output, or until it waits itself.
    private func awaitBeginning() async throws {
        let clock = ContinuousClock()
        let end = clock.now + Self.startingTime
        let processes = TerminalProcesses(on: try await device())
        var waitingSince: ContinuousClock.Instant?
        while clock.now < end, try await rows().isEmpty {
            let now = clock.now
            let since = processes?.areWaiting == true ? waitingSince ?? now : nil
            if let since, now >= since + Self.silentTime { return }
            waitingSince = since
            try await Task.sleep(for: .milliseconds(25))
        }
    }

    /// The terminal’s device.
    private func device() async throws -> String {
        try await output(of: "list-panes -a -F '#{pane_tty}'").trimmingCharacters(in: .newlines)
    }

    private func send(_ keys: [String]) async throws {
        try await awaitEscape()
        try await tmux(["send-keys"] + keys)
    }

    /// Waits until an Escape pressed last counts as a key of its own.
    ///
    /// By the clock, since the program does not report that; from the time when the program has read it, since it
    /// counts from there.
    private func awaitEscape() async throws {
        guard isAfterEscape else { return }
        isAfterEscape = false
        guard let keys = TypedKeys(on: try await device()) else { return }
        try await keys.areRead(for: .milliseconds(EscapeKey.milliseconds), within: Self.readingTime)
    }

    /// Runs a command of tmux.
    func tmux(_ words: [String]) async throws {
        try await succeed("exec \(Self.emulator) \"$@\" 2> .terminal/error", words)
    }

    private func succeed(_ script: String, _ parameters: [String]) async throws {
        guard try await ChildProcess.run(script, parameters, in: folder) == 0 else { throw refusal }
    }

    private var refusal: TerminalFault {
        let words = (try? FileReader(folder + "/.terminal/error").bytes(limit: 1 << 16)) ?? []
        return .refused(String(decoding: words, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func rows() async throws -> [String] {
        var rows = try await output(of: "capture-pane -p").split(separator: "\n", omittingEmptySubsequences: false)
            .map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
        while rows.last?.isEmpty == true { rows.removeLast() }
        return rows
    }

    /// Returns the output of a command of tmux.
    private func output(of command: String) async throws -> String {
        var output: [UInt8] = []
        let status = try await ChildProcess.run(
            "exec \(Self.emulator) \(command) 2> .terminal/error", in: folder, input: [], takesErrors: false
        ) {
            output += $0
            return true
        }
        guard status == 0 else { throw refusal }
        return String(decoding: output, as: UTF8.self)
    }
}

extension ChildProcess {
    /// Whether the system’s shell finds a program.
    static func isInstalled(_ program: String, in folder: String) async throws -> Bool {
        try await run("command -v \"$1\" > /dev/null", [program], in: folder) == 0
    }
}

/// The reasons why a script’s terminal does not open or does not continue.
enum TerminalFault: Error, Hashable {
    /// A program that it needs is not installed; the Debian package of this name has it.
    case programMissing(String, package: String)
    /// The emulator refused a command, for this reason in its own words.
    case refused(String)
}

extension TerminalFault: UserFacing {
    static var area: String { "script" }

    var sentence: LocalizedText { Strings.sentence(of: self) }

    var status: ExitStatus { .failure }
}
