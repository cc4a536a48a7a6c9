// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation
@testable import NotesLogic
import Testing

@testable import NotesFolder
@testable import NotesStore

/// Notes that two people have, with a repository between them.
struct GitSyncTests {
    private let git: GitFixture
    private let here: NotesService
    private let there: NotesService

    init() async throws {
        git = try GitFixture()
        try await git.shell("git init -q --bare ../between && git clone -q ../between ../there 2>&1; git init -q .")
        try await git.shell("git remote add origin ../between && git config branch.main.remote origin")
        try await git.shell("git config branch.main.merge refs/heads/main")
        here = try git.service()
        there = try git.service("there")
        _ = try await add("One", here)
        // Nobody has anything yet.
        #expect(try await here.sync(mayAsk: false) == SyncedNotes(came: 0, went: 1))
        #expect(try await there.sync(mayAsk: false) == SyncedNotes(came: 1, went: 0))
    }

    private func add(_ text: String, _ service: NotesService) async throws -> Note {
        try await Origin.$current.withValue(Origin("add", at: Timestamp(seconds: 1))) { try await service.add(text) }
    }

    @Test func `notes that differ come and go, and the lists have them at once`() async throws {
        #expect(try await here.sync(mayAsk: false) == SyncedNotes(came: 0, went: 0))
        _ = try await add("Two", here)
        #expect(try await here.sync(mayAsk: false) == SyncedNotes(came: 0, went: 1))
        _ = try await add("Three", there)
        _ = try await add("Four", there)
        #expect(try await there.sync(mayAsk: false) == SyncedNotes(came: 1, went: 2))
        #expect(try await there.find(NoteQuery()).count == 4)
        #expect(try await here.sync(mayAsk: false) == SyncedNotes(came: 2, went: 0))
        // Before anybody asks: who looks at a list has them.
        let dao = try #require(here.store as? FolderNoteStore)
        #expect(
            try await dao.opened().index.read { try NoteRows(SQLDatabase($0), owner: dao.owner).counts()?.active } == 4)
        #expect(try await here.find(NoteQuery()).count == 4)
        // A rebase, as nobody has said otherwise.
        #expect(try await git.shell("git log --merges --format=%s") == "")
    }

    @Test func `git's own configuration says that branches are merged`() async throws {
        try await git.shell("git config pull.rebase false", in: "there")
        _ = try await add("Two", here)
        _ = try await here.sync(mayAsk: false)
        _ = try await add("Three", there)
        #expect(try await there.sync(mayAsk: false) == SyncedNotes(came: 1, went: 1))
        #expect(try await git.shell("git log --merges --format=%s | wc -l", in: "there") == "1\n")
    }

    @Test(arguments: ["true", "false"])
    func `in a conflict everything stays as it was`(rebase: String) async throws {
        try await git.shell("git config pull.rebase \(rebase)", in: "there")
        try await git.shell("echo here > One.md")
        _ = try await here.sync(mayAsk: false)
        try await git.shell("echo there > One.md", in: "there")
        let pull = rebase == "true" ? "git pull --rebase" : "git pull --no-rebase"
        await #expect(throws: GitFault.conflict(files: ["One.md"], pull: pull)) {
            try await there.sync(mayAsk: false)
        }
        #expect(try await git.shell("cat One.md && git status --porcelain", in: "there") == "there\n")
        #expect(try await there.note(1).content == "there")
        // One that somebody has begun is theirs.
        try await git.shell("git pull -q || true", in: "there")
        await #expect(throws: GitFault.underWay) { try await there.sync(mayAsk: false) }
        #expect(try await git.shell("grep -c '<<<<' One.md", in: "there") == "1\n")
    }

    @Test func `what keeps others away is said`() async throws {
        _ = try await add("Two", here)
        try await git.shell(
            "printf '#!/bin/sh\\necho Read only >&2; exit 1' > ../between/hooks/pre-receive; chmod +x ../between/hooks/pre-receive"
        )
        do {
            _ = try await here.sync(mayAsk: false)
            Issue.record("The other repository takes nothing.")
        } catch GitFault.notPushed(let said) {
            #expect(said.contains("pre-receive hook declined"))
        }
        try await git.shell("mv ../between ../elsewhere")
        await #expect(throws: GitFault.self) { try await here.sync(mayAsk: false) }
        try await git.shell("git config --remove-section branch.main")
        await #expect(throws: GitFault.noUpstream(branch: "main", remote: "origin")) {
            try await here.sync(mayAsk: false)
        }
        try await git.shell("git remote remove origin")
        await #expect(throws: GitFault.noRemote) { try await here.sync(mayAsk: false) }
        try await git.shell("git checkout -q --detach")
        await #expect(throws: GitFault.noBranch) { try await here.sync(mayAsk: false) }
    }
}
