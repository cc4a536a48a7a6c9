// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumProcesses
import AtriumSession
import AtriumWorlds
import Foundation
import NotesLogic
import NotesStore
import Synchronization

/// The user’s own git, which works in one folder.
///
/// It asks nothing unless it may: it has no input but what it is given, and no terminal.
struct GitProgram: Sendable {
    let folder: String
    private let path: String
    private let variables: [String: String]
    /// The mask of the files that it makes, in octal digits.
    private let mask: String

    /// - Throws: `GitFault.missing`.
    init(in folder: String, of world: World) throws(GitFault) {
        guard let path = world.path(ofProgram: "git") else { throw .missing }
        self.path = path
        self.folder = folder
        var variables = world.variables
        for name in Self.places { variables[name] = nil }
        // No user sees an editor.
        for name in ["GIT_EDITOR", "GIT_SEQUENCE_EDITOR"] { variables[name] = ":" }
        self.variables = variables
        mask = String(world.fileMask, radix: 8)
    }

    /// The variables that redirect it: `git rev-parse --local-env-vars`, without those that only configure it.
    private static let places = [
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
        "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS",
    ]

    /// The result of a run.
    struct Answer: Sendable {
        let status: Int32
        let output: [UInt8]

        var isFine: Bool { status == 0 }
        /// The names in its output, each followed by a zero byte; a name that is not UTF-8 is none of ours.
        var names: [String] { output.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) } }
        /// Its output, without the line’s end.
        var text: String { String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
        /// The line that says most of what went wrong.
        var said: String {
            let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            let told = ["! ", "fatal: ", "error: ", "CONFLICT "].lazy
                .compactMap { start in lines.first { $0.hasPrefix(start) } }.first
            return told ?? lines.first { !$0.isEmpty } ?? "status \(status)"
        }
    }

    /// The time limit of local work, hooks included.
    static let local = Duration.seconds(60)
    /// The time limit of network work, which no user may be there to end.
    static let remote = Duration.seconds(300)
    /// More than this it does not say: a hundred thousand names of a hundred bytes.
    private static let most = 10 << 20

    /// Runs it.
    ///
    /// - Parameters:
    ///   - input: Its input.
    ///   - takesErrors: Whether its errors are in the answer; otherwise they are discarded.
    ///   - mayAsk: Whether it may ask on the terminal.
    /// - Throws: `GitFault.tooLong`, `GitFault.missing` if it cannot be started, and `CancellationError`.
    func run(
        _ words: [String], input: [String] = [], takesErrors: Bool = false, mayAsk: Bool = false,
        limit: Duration = GitProgram.local
    ) async throws -> Answer {
        var variables = variables
        if !mayAsk { variables.merge(["GIT_TERMINAL_PROMPT": "0"]) { $1 } }
        let output = Output()
        let bytes = input.flatMap { Array($0.utf8) + [UInt8(0)] }
        let status: Int32? = try await withThrowingTaskGroup(of: Int32?.self) { [path, folder, variables, mask] group in
            group.addTask {
                try await ChildProcess.run(
                    "umask \(mask); exec \"$@\"" + (takesErrors ? "" : " 2>/dev/null"),
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

    /// Its output so far.
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

extension GitProgram {
    /// Makes a repository if the folder is in none.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `GitFault.notMade`, `GitFault.ignored`, and the errors of running it.
    func prepare() async throws -> Bool {
        guard try await !run(["rev-parse", "--is-inside-work-tree"]).text.hasPrefix("true") else {
            // Nothing in an ignored folder could be committed.
            if try await run(["check-ignore", "-q", "--", "../" + (folder as NSString).lastPathComponent]).isFine {
                throw GitFault.ignored(path: folder)
            }
            return false
        }
        let made = try await run(["init", "-q"], takesErrors: true)
        guard made.isFine else { throw GitFault.notMade(said: made.said) }
        return true
    }

    /// Commits the present state of the named files, or their removal, and nothing else: other staged files stay so.
    ///
    /// - Parameter paths: Relative to the folder.
    /// - Throws: `GitFault.notCommitted`, and the errors of running it.
    func commit(_ paths: [String], message: String) async throws {
        guard !paths.isEmpty else { return }
        // A path with this prefix is a name, whatever signs follow.
        let ignored = try await run(["check-ignore", "-z", "--stdin"], input: paths.map { "./" + $0 }).names
        let ours = Set(paths).subtracting(ignored.map { String($0.dropFirst(2)) })
        let staged = try await run(
            ["update-index", "-z", "--add", "--remove", "--stdin"], input: ours.sorted(), takesErrors: true)
        guard staged.isFine else { throw GitFault.notCommitted(said: staged.said) }
        // A file that was added and removed again cannot be committed.
        let isFirst = try await !hasCommits
        let changed = try await run(
            isFirst ? ["ls-files", "-z"] : ["diff-index", "--cached", "--relative", "--name-only", "-z", "HEAD"])
        let files = changed.names.filter(ours.contains)
        guard !files.isEmpty else { return }
        let done = try await run(
            [
                "--literal-pathspecs", "commit", "--quiet", "--only", "--message", message, "--pathspec-from-file=-",
                "--pathspec-file-nul",
            ],
            input: files, takesErrors: true)
        guard done.isFine else { throw GitFault.notCommitted(said: done.said) }
    }

    /// Whether one of these files is in a commit of any branch, or staged.
    ///
    /// - Parameter paths: Relative to the folder.
    func knows(_ paths: [String]) async throws -> Bool {
        let staged = try await run(["--literal-pathspecs", "ls-files", "--cached", "-z", "--"] + paths)
        guard staged.names.isEmpty else { return true }
        let commit = try await run(["--literal-pathspecs", "log", "--all", "-1", "--format=%H", "--"] + paths)
        return commit.isFine && !commit.text.isEmpty
    }

    /// Whether there is a commit.
    var hasCommits: Bool { get async throws { try await run(["rev-parse", "--verify", "-q", "HEAD"]).isFine } }

    /// The files below the folder that differ from the last commit, new ones too, without ignored ones.
    var changedFiles: [String] {
        get async throws {
            let known =
                try await hasCommits
                ? ["diff-index", "--relative", "--name-only", "-z", "HEAD"] : ["ls-files", "--cached", "-z"]
            return try await run(known).names
                + run(["ls-files", "--others", "--exclude-standard", "-z"]).names
        }
    }
}

extension GitProgram {
    /// The upstream of the branch.
    struct Upstream {
        /// The upstream’s commit at the last look; `nil` if it has none yet.
        let commit: String?
        let branch: String
    }

    /// The branch and what it follows.
    ///
    /// - Throws: `GitFault.noBranch`, `GitFault.noRemote`, `GitFault.noUpstream`.
    func upstream() async throws -> Upstream {
        let branch = try await run(["symbolic-ref", "--short", "-q", "HEAD"])
        guard branch.isFine else { throw GitFault.noBranch }
        let remotes = try await run(["remote"]).text.split(whereSeparator: \.isNewline).map(String.init)
        guard let remote = remotes.contains("origin") ? "origin" : remotes.first else { throw GitFault.noRemote }
        guard try await setting("branch.\(branch.text).merge") != nil else {
            throw GitFault.noUpstream(branch: branch.text, remote: remote)
        }
        let commit = try await run(["rev-parse", "--verify", "-q", "@{upstream}"])
        return Upstream(commit: commit.isFine ? commit.text : nil, branch: branch.text)
    }

    /// - Throws: `GitFault.underWay` if something of git’s is not finished.
    func checkNothingIsUnderWay() async throws { if try await isUnderWay { throw GitFault.underWay } }

    /// Whether a merge, a rebase or the like is not finished, or a conflict of a stash is not resolved.
    private var isUnderWay: Bool {
        get async throws {
            guard try await run(["ls-files", "--unmerged", "-z"]).output.isEmpty else { return true }
            let names = [
                "rebase-merge", "rebase-apply", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "sequencer",
                "BISECT_LOG",
            ]
            let places = try await run(["rev-parse"] + names.flatMap { ["--git-path", $0] }).text
            return places.split(whereSeparator: \.isNewline).contains { place in
                FileStatus(place.hasPrefix("/") ? String(place) : "\(folder)/\(place)", followingLinks: true) != nil
            }
        }
    }

    private func setting(_ name: String) async throws -> String? {
        let answer = try await run(["config", "--get", name])
        return answer.isFine ? answer.text : nil
    }

    /// Fetches what others have.
    ///
    /// - Throws: `GitFault.notFetched`, and what running it throws.
    func fetch(mayAsk: Bool) async throws {
        let fetched = try await run(["fetch", "--quiet"], takesErrors: true, mayAsk: mayAsk, limit: Self.remote)
        guard fetched.isFine else { throw GitFault.notFetched(said: fetched.said) }
    }

    /// The files below the folder that one side has changed since the two parted.
    func files(from one: String, to other: String) async throws -> [String] {
        try await run(["diff", "--no-renames", "--relative", "--name-only", "-z", "\(one)...\(other)"]).names
    }

    /// All files below the folder, as a commit has them.
    func allFiles(of commit: String) async throws -> [String] {
        try await run(["ls-tree", "-r", "--name-only", "-z", commit]).names
    }

    /// Whether a commit has another one before it, or is it.
    func has(_ commit: String, in other: String) async throws -> Bool {
        try await run(["merge-base", "--is-ancestor", commit, other]).isFine
    }

    /// Integrates the upstream’s commits and the local ones: by a rebase, unless git is configured to merge.
    ///
    /// - Throws: `GitFault.conflict` and `GitFault.notMerged`; then everything is as it was before.
    func integrate(_ upstream: Upstream) async throws {
        guard let commit = upstream.commit, try await !has(commit, in: "HEAD") else { return }
        var command = ["merge", "--quiet", "--no-edit", commit]
        var pull = "git pull --no-rebase"
        var stop = ["merge", "--abort"]
        let isForward = try await has("HEAD", in: commit)
        if try await !hasCommits || isForward {
            command = ["merge", "--quiet", "--ff-only", commit]
        } else {
            var way = try await setting("branch.\(upstream.branch).rebase")
            if way == nil { way = try await setting("pull.rebase") }
            let onlyForward = try await setting("pull.ff") == "only"
            switch way?.lowercased() {
            case nil where onlyForward: command = ["merge", "--quiet", "--ff-only", commit]
            case "false", "no", "off", "0": break
            case "merges", "m":
                command = ["rebase", "--quiet", "--rebase-merges", commit]
                stop = ["rebase", "--abort"]
                pull = "git pull --rebase=merges"
            default:
                command = ["rebase", "--quiet", commit]
                stop = ["rebase", "--abort"]
                pull = "git pull --rebase"
            }
        }
        let before = try await run(["rev-parse", "HEAD"]).text
        var fault: (any Error)?
        do {
            let done = try await run(command, takesErrors: true)
            guard !done.isFine else { return }
            let files = try await run(["diff", "--name-only", "--diff-filter=U", "-z"]).names
            fault = files.isEmpty ? GitFault.notMerged(said: done.said) : GitFault.conflict(files: files, pull: pull)
        } catch { fault = error }
        // Also after a cancellation.
        let isLeft = try await Task { [self, stop] in
            if try await isUnderWay { _ = try await run(stop, takesErrors: true) }
            return try await run(["rev-parse", "HEAD"]).text != before
        }.value
        if isLeft { throw GitFault.underWay }
        if let fault { throw fault }
    }

    /// Pushes the local commits.
    ///
    /// - Throws: `GitFault.notPushed`, and the errors of running it.
    func push(mayAsk: Bool) async throws {
        let pushed = try await run(["push", "--quiet"], takesErrors: true, mayAsk: mayAsk, limit: Self.remote)
        guard pushed.isFine else { throw GitFault.notPushed(said: pushed.said) }
    }
}
