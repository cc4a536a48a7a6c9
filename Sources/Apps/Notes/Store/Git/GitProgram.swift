// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Processes
import Session
import Synchronization
import Worlds

/// The user’s own git, which works in one folder.
///
/// It asks nothing unless it may: it has no input but what it is given, and no terminal.
struct GitProgram: Sendable {
    let folder: String
    private let path: String
    private let variables: [String: String]

    /// - Throws: `GitFault.missing`.
    init(in folder: String, of world: World) throws(GitFault) {
        guard let path = world.path(ofProgram: "git") else { throw .missing }
        self.path = path
        self.folder = folder
        var variables = world.variables
        for name in Self.places { variables[name] = nil }
        // Nobody sees an editor.
        for name in ["GIT_EDITOR", "GIT_SEQUENCE_EDITOR"] { variables[name] = ":" }
        self.variables = variables
    }

    /// What would have it work elsewhere: `git rev-parse --local-env-vars`, without what only configures it.
    private static let places = [
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
        "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS",
    ]

    /// What came out of it.
    struct Answer: Sendable {
        let status: Int32
        let output: [UInt8]

        var isFine: Bool { status == 0 }
        /// The names that it wrote, each with a zero byte behind it; what is no UTF-8 is none of ours.
        var names: [String] { output.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) } }
        /// What it wrote, without the line’s end.
        var text: String { String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
        /// The line that says most of what went wrong.
        var said: String {
            let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            let told = ["! ", "fatal: ", "error: ", "CONFLICT "].lazy
                .compactMap { start in lines.first { $0.hasPrefix(start) } }.first
            return told ?? lines.first { !$0.isEmpty } ?? "status \(status)"
        }
    }

    /// What is enough for work on this disk, hooks included.
    static let local = Duration.seconds(60)
    /// What is enough for others, where nobody is there to end it.
    static let remote = Duration.seconds(300)
    /// More than this it does not say: a hundred thousand names of a hundred bytes.
    private static let most = 10 << 20

    /// Runs it.
    ///
    /// - Parameters:
    ///   - input: What it reads.
    ///   - takesErrors: Whether its errors are in the answer; otherwise nobody sees them.
    ///   - mayAsk: Whether it has the terminal to ask on.
    /// - Throws: `GitFault.tooLong`, `GitFault.missing` where it cannot be started, and `CancellationError`.
    func run(
        _ words: [String], input: [String] = [], takesErrors: Bool = false, mayAsk: Bool = false,
        limit: Duration = GitProgram.local
    ) async throws -> Answer {
        var variables = variables
        if !mayAsk { variables.merge(["GIT_TERMINAL_PROMPT": "0"]) { $1 } }
        let output = Output()
        let bytes = input.flatMap { Array($0.utf8) + [UInt8(0)] }
        let status: Int32? = try await withThrowingTaskGroup(of: Int32?.self) { [path, folder, variables] group in
            group.addTask {
                try await ChildProcess.run(
                    takesErrors ? "exec \"$@\"" : "exec \"$@\" 2>/dev/null",
                    [path] + words, in: folder, variables: variables, input: bytes,
                    takesErrors: takesErrors, hasTerminal: mayAsk
                ) { output.add($0) }
            }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            do { return try await group.next() ?? nil } catch is ChildProcess.Fault { throw GitFault.missing }
        }
        try Task.checkCancellation()
        guard let status else { throw GitFault.tooLong(command: "git " + (words.first { !$0.hasPrefix("-") } ?? "")) }
        return Answer(status: status, output: output.bytes)
    }

    /// What it has written so far.
    private final class Output: Sendable {
        private let written = Mutex<[UInt8]>([])

        var bytes: [UInt8] { written.withLock { $0 } }

        /// - Returns: Whether more is wanted.
        func add(_ piece: [UInt8]) -> Bool {
            written.withLock {
                $0 += piece
                return $0.count <= GitProgram.most
            }
        }
    }
}
