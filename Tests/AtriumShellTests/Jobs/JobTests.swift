// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10))) struct JobTests {
    @Test func `a job goes on while others are typed, and its result waits`() async throws {
        let fixture = try JobFixture()
        try await fixture.logIn()
        #expect(await fixture.type("work &") == ["Job 1: work"])
        await fixture.latch.visited(by: 1)
        #expect(await fixture.type("type hello") == ["hello"])
        #expect(await fixture.type("jobs") == ["1  running  work  25 %, 1 of 4"])
        fixture.latch.open()
        try await fixture.shell.jobs.job(1).end()
        #expect(fixture.taken() == [], "what a program reads must not depend on time")
        #expect(await fixture.type("jobs") == ["1  done  work"])
        #expect(await fixture.type("messages").map { $0.dropFirst(7) } == ["Job 1, work: Worked."])
        #expect(await fixture.type("fg") == ["Worked."])
        #expect(await fixture.type("fg") == ["! There is no job. COMMAND & starts one."])
    }

    @Test func `it shares no model with what is on the screen`() async throws {
        let fixture = try JobFixture()
        try await fixture.logIn()
        await fixture.type("type mine")
        _ = fixture.recorder.take()
        await fixture.type("work &")
        fixture.latch.open()
        #expect(await fixture.type("fg") == ["Worked."])
        #expect(fixture.recorder.take().contains("notes is made for ana"))
        let model = try #require(fixture.shell.coordinator.currentApp?.model as? ProbeModel)
        #expect(model.typed == "mine")
    }

    @Test func `each has its number, and fg takes the last that goes on`() async throws {
        let fixture = try JobFixture()
        try await fixture.logIn()
        await fixture.type("work &")
        await fixture.type("work broken &")
        await fixture.type("work quick &")
        try await fixture.shell.jobs.job(3).end()
        #expect(await fixture.type("jobs").map { $0.prefix(10) } == ["1  running", "2  running", "3  done   "])
        fixture.latch.open()
        #expect(await fixture.type("fg 3") == ["Worked."])
        #expect(await fixture.type("fg 2") == ["Worked.", "! Not all."])
        #expect(await fixture.shell.performTyped("fg").status == .success)
        #expect(await fixture.type("fg 7").last == "! There is no job 7. Type jobs for a list.")
        await fixture.type("work broken &")
        #expect(await fixture.shell.performTyped("fg").status == .failure)
    }

    @Test func `an end is announced to a person, with what is worth knowing`() async throws {
        let fixture = try JobFixture(isInteractive: true)
        try await fixture.logIn()
        fixture.latch.open()
        for (line, news) in [
            ("work &", "Job 1, work: Worked."), ("work broken&", "Job 2, work broken: Worked. fg 2 shows more."),
            (
                "work ask  & ",
                "Job 3, work ask: The command asks a question, which it cannot do in the background. "
                    + "Type it without the &."
            ),
        ] {
            let start = await fixture.type(line)
            try await fixture.shell.jobs.job(nil).end()
            #expect((start + fixture.taken()).dropFirst() == [news])
        }
        #expect(await fixture.type("fg 3").first?.hasPrefix("! The command asks a question") == true)
    }

    @Test func `Ctrl-C at fg cancels the job`() async throws {
        let fixture = try JobFixture(isInteractive: true)
        try await fixture.logIn()
        await fixture.type("work &")
        await fixture.latch.visited(by: 1)
        async let waiting = fixture.type("fg")
        await goOn(until: "the job is awaited") { fixture.shell.jobs.running.first?.isAwaited == true }
        fixture.shell.cancelCommand()
        #expect(await waiting == ["! Cancelled. What was done until then stays."])
        #expect(await fixture.type("jobs").first?.hasPrefix("There are no jobs") == true)
    }

    @Test func `cancel stops a job, and says so`() async throws {
        let fixture = try JobFixture()
        try await fixture.logIn()
        await fixture.type("work &")
        #expect(await fixture.type("cancel 1") == ["Job 1 is cancelled; what it has done stays done."])
        fixture.latch.open()
        await fixture.type("work &")
        try await fixture.shell.jobs.job(1).end()
        #expect(await fixture.type("cancel") == ["! Job 1 has ended already. fg 1 shows its result."])
    }

    @Test(arguments: ["quit &", "switch notes &", "jobs &", "help work &", "notes &"])
    func `what is about the shell stays in front`(line: String) async throws {
        let fixture = try JobFixture()
        try await fixture.logIn()
        #expect(await fixture.shell.performTyped(line).status == .usage)
        #expect(fixture.taken().first?.hasSuffix("cannot run in the background. Type it without the &.") == true)
        await fixture.type("account")
        #expect(await fixture.type("work &").first?.hasPrefix("! “work” cannot") == true)
    }
}

// MARK: - Logins

extension JobTests {
    @Test func `behind a lock a job goes on, and tells of its end after the password`() async throws {
        let fixture = try JobFixture(["open sesame"], isInteractive: true)
        try await fixture.logIn()
        await fixture.type("work &")
        await fixture.latch.visited(by: 1)
        let job = try fixture.shell.jobs.job(1)
        await fixture.type("lock")
        fixture.latch.open()
        await job.end()
        #expect(!job.isCancelled)
        #expect(fixture.taken() == [], "behind a lock nothing is told")
        #expect(await fixture.type("type back") == ["Job 1, work: Worked.", "back"])
    }

    @Test func `a job outlives an idle login`() async throws {
        let fixture = try JobFixture(["open sesame"], isInteractive: true)
        try await fixture.logIn()
        await fixture.type("work &")
        await fixture.latch.visited(by: 1)
        fixture.clock.advance(by: .seconds(1801))
        fixture.latch.open()
        try await fixture.shell.jobs.job(1).end()
        #expect(fixture.taken() == [])
        #expect(await fixture.type("type back").suffix(2) == ["Job 1, work: Worked.", "back"])
    }

    @Test func `logging out takes jobs along`() async throws {
        let fixture = try JobFixture(isInteractive: true)
        try await fixture.logIn()
        await fixture.type("work &")
        await fixture.latch.visited(by: 1)
        let job = try fixture.shell.jobs.job(1)
        #expect(await fixture.type("logout").count == 1)
        await job.end()
        #expect(job.isCancelled)
        #expect(fixture.taken() == [])
        try await fixture.logIn("ben")
        #expect(await fixture.type("jobs").first?.hasPrefix("There are no jobs") == true)
        #expect(await fixture.type("messages").contains { $0.contains("work") } == false)
    }

    @Test func `another user's login cancels and hides the jobs of the one before`() async throws {
        let fixture = try JobFixture(isInteractive: true)
        try await fixture.logIn()
        await fixture.type("work &")
        await fixture.latch.visited(by: 1)
        let job = try fixture.shell.jobs.job(1)
        try await fixture.logIn("ben")
        #expect(job.isCancelled)
        #expect(fixture.shell.jobs.jobs.isEmpty)
        await job.end()
        #expect(fixture.taken() == [])
        #expect(await fixture.type("fg 1") == ["! There is no job 1. Type jobs for a list."])
    }

    @Test func `an expired login is asked for before the job starts`() async throws {
        let fixture = try JobFixture()
        try await fixture.logIn()
        fixture.clock.advance(by: .seconds(1801))
        #expect(await fixture.shell.performTyped("work &").status == .login)
        #expect(fixture.shell.jobs.jobs.isEmpty)
    }
}

// MARK: - Leaving

extension JobTests {
    @Test func `leaving asks once for each time that jobs go on`() async throws {
        let fixture = try JobFixture(isInteractive: true)
        try await fixture.logIn()
        await fixture.type("work &")
        #expect(await fixture.type("quit").first?.hasPrefix("! 1 job is still running.") == true)
        await fixture.type("type x")
        await fixture.type("work &")
        #expect(await fixture.type("quit").first?.hasPrefix("! 2 jobs are still running.") == true)
        #expect(await fixture.shell.performTyped("quit").isOver)
        await fixture.shell.jobs.cancelAll()
        #expect(fixture.shell.jobs.running.isEmpty)
    }

    @Test func `the end of the input waits for the jobs, and for their status`() async throws {
        let fixture = try JobFixture(["work broken &", "work &", "type last"])
        try await fixture.logIn()
        let shell = fixture.shell
        async let status = shell.run()
        await fixture.latch.visited(by: 2)
        fixture.latch.open()
        #expect(await status == .failure)
        #expect(
            fixture.taken() == ["Job 1: work broken", "Job 2: work", "last", "Worked.", "Worked.", "! Not all."])
    }

    @Test func `what a failing program wrote belongs to its job`() async throws {
        let fixture = try JobFixture(isInteractive: true)
        try await fixture.logIn()
        await fixture.type("work quick | (cat; echo more; exit 3) &")
        let job = try fixture.shell.jobs.job(1)
        await fixture.shell.coordinator.lease.lock()
        await job.end()
        // Nothing of it is shown behind the lock.
        #expect(!fixture.taken().joined().contains("Worked."))
        try await fixture.shell.coordinator.lease.unlock(with: Secret("open sesame"))
        _ = fixture.taken()
        let told = await fixture.type("fg 1")
        #expect(told.prefix(2) == ["Worked.", "more"] && told.last?.hasPrefix("! ") == true, "\(told)")
    }

    @Test func `a program that reads JSON gets what a failing one wrote within the document`() async throws {
        let fixture = try JobFixture(rendering: .json)
        try await fixture.logIn()
        await fixture.type("work quick | (echo more; exit 3) &")
        #expect(await fixture.shell.finishJobs() == .failure)
        let told = fixture.taken()
        #expect(told.count == 1 && told[0].hasPrefix(#"! {"job":1,"error":{"code":"program","#), "\(told)")
        #expect(told.first?.hasSuffix(#","output":["more"]}}"#) == true, "\(told)")
    }

    @Test func `a program gets a document when a job ends`() async throws {
        let fixture = try JobFixture(rendering: .json)
        try await fixture.logIn()
        #expect(await fixture.type("work &") == [#"{"message":"Job 1: work","job":1,"command":"work"}"#])
        await fixture.latch.visited(by: 1)
        #expect(
            await fixture.type("jobs") == [
                #"[{"number":1,"state":"running","command":"work","progress":"25 %, 1 of 4","done":1,"total":4}]"#
            ])
        fixture.latch.open()
        #expect(await fixture.shell.finishJobs() == .success)
        #expect(fixture.taken() == [#"{"job":1,"reply":{"message":"Worked."}}"#])
        await fixture.type("work ask &")
        #expect(await fixture.shell.finishJobs() == .failure)
        let error = try #require(fixture.taken().first)
        #expect(error.hasPrefix(#"! {"job":2,"error":{"code":"job.cannot-ask","message":"#), "\(error)")
    }
}
