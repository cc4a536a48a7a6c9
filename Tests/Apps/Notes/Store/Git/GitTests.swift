// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import Foundation
import NotesLogic
import Testing

@testable import NotesFolder
@testable import NotesStore

/// What git has of a folder of notes.
struct GitTests {
    private func by<Result>(_ command: String, _ work: () async throws -> Result) async rethrows -> Result {
        try await Origin.$current.withValue(Origin(command, at: Timestamp(seconds: 1))) { try await work() }
    }

    @Test func `a commit has the notes of a command alone, and what somebody has staged stays staged`() async throws {
        let git = try GitFixture(notes: "work/vault")
        try await git.shell("git init -q . && echo one > code && echo two > vault/other.txt && git add -A", in: "work")
        try await git.shell("git commit -qm first && echo more >> code && git add code", in: "work")
        try await git.shell("echo more >> other.txt && git add other.txt && echo x > loose.md")
        let service = try git.service()
        let note = try await by("add") { try await service.add("Buy milk") }
        try await service.commit()
        #expect(try await git.shell("git log -1 --format=%s --name-only") == "Add Buy milk\n\nvault/Buy milk.md\n")
        #expect(
            try await git.shell("git status --porcelain", in: "work")
                == "M  code\nM  vault/other.txt\n?? vault/loose.md\n")
        _ = try await by("remove") { try await service.remove([note.id]) }
        try await service.commit()
        #expect(
            try await git.shell("git log -1 --format=%s --name-status")
                == "Remove Buy milk\n\nD\tvault/Buy milk.md\n")
        // What is gone before git has it leaves no commit.
        let other = try await by("add") { try await service.add("Gone") }
        _ = try await by("remove") { try await service.remove([other.id]) }
        try await service.commit()
        #expect(try await git.shell("git log -1 --format=%s") == "Remove Buy milk\n")
        // What git is to leave out it leaves out, and takes the rest.
        try await git.shell("echo 'Private*' > .gitignore")
        _ = try await by("add") { try await service.add("Private") }
        _ = try await by("add") { try await service.add("Public") }
        try await service.commit()
        #expect(try await git.shell("git log -1 --format= --name-only") == "vault/Public.md\n")
    }

    @Test func `names of any signs are names, and several commands together are told of one by one`() async throws {
        let git = try GitFixture()
        let service = try git.service()
        #expect(try await NoteRepository.prepare(git.folder.path + "/vault", in: git.world))
        let names = ["-rf", "a \"b\" 'c' $HOME `id`", "*", "[x]", ":(top)y", "été 笔记 🌱", "# not a comment"]
        for name in names { _ = try await by("add") { try await service.add(name) } }
        _ = try await by("tag") { try await service.tag([1], "x") }
        try await service.commit()
        #expect(try await git.shell("git status --porcelain") == "")
        #expect(try await git.shell("git ls-files -z | tr '\\0' '\\n' | wc -l") == "7\n")
        let message = try await git.shell("git log --format=%B")
        #expect(message.hasPrefix("Change 7 notes\n\nAdd -rf\n"))
        #expect(message.contains("Add été 笔记 🌱\n") && message.contains("Tag -rf\n"))
    }

    @Test func `a rename is one commit with the notes whose links follow`() async throws {
        let git = try GitFixture()
        let service = try git.service()
        _ = try await NoteRepository.prepare(git.folder.path + "/vault", in: git.world)
        let a = try await by("add") { try await service.add("A") }
        _ = try await by("add") { try await service.add("See [[A]]") }
        try await service.commit()
        #expect(try await git.shell("git log --format=%s") == "Add 2 notes\n")
        _ = try await by("rename") { try await service.rename(a.id, to: "B") }
        try await service.commit()
        #expect(try await git.shell("git log -1 --format=%s") == "Rename A to B\n")
        #expect(try await git.shell("git status --porcelain") == "")
        #expect(try await git.shell("git show --format= --name-only --no-renames | wc -l") == "3\n")
    }

    @Test func `of a note that is protected by then no name is told`() async throws {
        let git = try GitFixture()
        let service = try git.service()
        _ = try await NoteRepository.prepare(git.folder.path + "/vault", in: git.world)
        _ = try await by("add") { try await service.add("Open") }
        let note = try await by("add") { try await service.add("Diagnosis") }
        try await service.commit()
        _ = try await by("rename") { try await service.rename(note.id, to: "Illness") }
        try await service.protection.setPassword(Secret("secret"))
        _ = try await by("protect") { try await service.protection.protect(note.id) }
        try await service.commit()
        let message = try await git.shell("git log -1 --format=%B")
        #expect(message == "Change a note\n\nRename a note\nProtect a note\n\n")
    }

    @Test func `what git keeps of a note that is protected by then is known`() async throws {
        let git = try GitFixture(notes: "work/vault")
        let service = try git.service(git: false)
        let note = try await service.add("Diagnosis: [x] *")
        // A folder that is in no repository, and one whose repository has nothing of the note.
        #expect(try await !service.isInHistory(note.id))
        try await git.shell("git init -q . && echo one > code && git add code && git commit -qm first", in: "work")
        #expect(try await !service.isInHistory(note.id))
        // Staged is kept, and so is what was committed, on another branch too.
        try await git.shell("git add .")
        #expect(try await service.isInHistory(note.id))
        try await git.shell("git commit -qm notes && git branch old && git rm -q --cached . -r && git commit -qm none")
        try await service.protection.setPassword(Secret("secret"))
        _ = try await service.protection.protect(note.id)
        #expect(try await service.isInHistory(note.id))
        try await git.shell("git reset -q --hard HEAD~2")
        #expect(try await service.isInHistory(note.id))
        try await git.shell("git branch -qD old")
        #expect(try await !service.isInHistory(note.id))
        #expect(try await !service.isInHistory(99))
        // A name of before, of which git has not heard yet that it is no more.
        let on = try git.service()
        let other = try await by("add") { try await on.add("Before") }
        try await on.commit()
        _ = try await by("rename") { try await on.rename(other.id, to: "After") }
        #expect(try await on.isInHistory(other.id))
        #expect(try await !NotesService.inMemory().isInHistory(1))
    }

    @Test func `what git refuses is left for the next commit, of another process too`() async throws {
        let git = try GitFixture(hasName: false)
        let service = try git.service()
        _ = try await NoteRepository.prepare(git.folder.path + "/vault", in: git.world)
        _ = try await by("add") { try await service.add("One") }
        await #expect(throws: GitFault.self) { try await service.commit() }
        #expect(try git.folder.text("vault/One.md").contains("One"))
        try await git.shell("git config user.name Ana && git config user.email a@b.c && touch .git/index.lock")
        let second = try git.service()
        do {
            try await second.commit()
            Issue.record("The index is locked.")
        } catch GitFault.notCommitted(let said) {
            #expect(said.contains("index.lock"))
        }
        try await git.shell(
            "rm .git/index.lock; printf '#!/bin/sh\\necho No; exit 1' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
        )
        await #expect(throws: GitFault.notCommitted(said: "No")) { try await second.commit() }
        try await git.shell("rm .git/hooks/pre-commit")
        let third = try git.service()
        _ = try await by("add") { try await third.add("Two") }
        try await third.commit()
        #expect(try await git.shell("git log --format=%s --name-only") == "Add 2 notes\n\nOne.md\nTwo.md\n")
    }

    @Test func `nothing is written where git is off or missing`() async throws {
        let git = try GitFixture()
        let service = try git.service(git: false)
        _ = try await by("add") { try await service.add("One") }
        try await service.commit()
        #expect(!FileManager.default.fileExists(atPath: git.folder.path + "/vault/.git"))
        await #expect(throws: GitFault.off) { try await service.sync(mayAsk: false) }
        await #expect(throws: GitFault.missing) {
            _ = try await NoteRepository.prepare(git.folder.path + "/vault", in: .test())
        }
        try await git.shell("mkdir outer && cd outer && git init -q && echo notes > .gitignore && mkdir notes")
        let ignored = git.folder.path + "/vault/outer/notes"
        await #expect(throws: GitFault.ignored(path: ignored)) {
            _ = try await NoteRepository.prepare(ignored, in: git.world)
        }
    }
}
