// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain

extension GitProgram {
    /// Makes a repository where the folder is in none.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `GitFault.notMade`, `GitFault.ignored`, and what running it throws.
    func prepare() async throws -> Bool {
        guard try await !run(["rev-parse", "--is-inside-work-tree"]).text.hasPrefix("true") else {
            // Of a folder that is left out nothing could be committed.
            if try await run(["check-ignore", "-q", "--", "../" + (folder as NSString).lastPathComponent]).isFine {
                throw GitFault.ignored(path: folder)
            }
            return false
        }
        let made = try await run(["init", "-q"], takesErrors: true)
        guard made.isFine else { throw GitFault.notMade(said: made.said) }
        return true
    }

    /// Commits the named files as they are now, or are no more, and nothing else: what is staged of others stays so.
    ///
    /// - Parameter paths: Relative to the folder.
    /// - Throws: `GitFault.notCommitted`, and what running it throws.
    func commit(_ paths: [String], message: String) async throws {
        guard !paths.isEmpty else { return }
        // What begins so is a name, whatever signs follow.
        let ignored = try await run(["check-ignore", "-z", "--stdin"], input: paths.map { "./" + $0 }).names
        let ours = Set(paths).subtracting(ignored.map { String($0.dropFirst(2)) })
        let staged = try await run(
            ["update-index", "-z", "--add", "--remove", "--stdin"], input: ours.sorted(), takesErrors: true)
        guard staged.isFine else { throw GitFault.notCommitted(said: staged.said) }
        // What was added and removed again is nothing that could be committed.
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

    /// The files below the folder that are others than in the last commit, new ones too, but for what is left out.
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
