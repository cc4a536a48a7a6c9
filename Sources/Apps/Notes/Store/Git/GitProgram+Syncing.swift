// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import NotesDomain

extension GitProgram {
    /// What the branch follows.
    struct Upstream {
        /// What others had at the last look; nil where they have nothing yet.
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

    /// - Throws: `GitFault.underWay` where somebody has not finished a merge or a rebase.
    func checkNothingIsUnderWay() async throws { if try await isUnderWay { throw GitFault.underWay } }

    /// Whether a merge or a rebase is not finished.
    private var isUnderWay: Bool {
        get async throws {
            let names = ["rebase-merge", "rebase-apply", "MERGE_HEAD", "CHERRY_PICK_HEAD"]
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

    /// Puts what others have and what is here together: by a rebase, unless git is configured to merge.
    ///
    /// - Throws: `GitFault.conflict` and `GitFault.notMerged`, where everything is as it was before.
    func integrate(_ upstream: Upstream) async throws {
        guard let commit = upstream.commit, try await !has(commit, in: "HEAD") else { return }
        var command = ["merge", "--quiet", "--no-edit", commit]
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
            default:
                command = ["rebase", "--quiet", commit]
                stop = ["rebase", "--abort"]
            }
        }
        let before = try await run(["rev-parse", "HEAD"]).text
        var fault: (any Error)?
        do {
            let done = try await run(command, takesErrors: true)
            guard !done.isFine else { return }
            let files = try await run(["diff", "--name-only", "--diff-filter=U", "-z"]).names
            fault = files.isEmpty ? GitFault.notMerged(said: done.said) : GitFault.conflict(files: files)
        } catch { fault = error }
        // Also where somebody has cancelled it.
        let isLeft = try await Task { [self, stop] in
            if try await isUnderWay { _ = try await run(stop, takesErrors: true) }
            return try await run(["rev-parse", "HEAD"]).text != before
        }.value
        if isLeft { throw GitFault.underWay }
        if let fault { throw fault }
    }

    /// Has others take what is here.
    ///
    /// - Throws: `GitFault.notPushed`, and what running it throws.
    func push(mayAsk: Bool) async throws {
        let pushed = try await run(["push", "--quiet"], takesErrors: true, mayAsk: mayAsk, limit: Self.remote)
        guard pushed.isFine else { throw GitFault.notPushed(said: pushed.said) }
    }
}
