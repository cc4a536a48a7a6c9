// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import Terminal
import AtriumTesting
import Testing

@MainActor
struct JobTests {
    @Test func `a job goes on while others are typed, and its result waits`() async throws {
        let house = try JobHouse()
        try await house.logIn()
        #expect(await house.type("work &") == ["Job 1: work"])
        await house.latch.visited(by: 1)
        #expect(await house.type("type hello") == ["hello"])
        #expect(await house.type("jobs") == ["1  running  work  25 %, 1 of 4"])
        house.latch.open()
        try await house.shell.jobs.job(1).end()
        #expect(house.taken() == [], "what a program reads must not depend on time")
        #expect(await house.type("jobs") == ["1  done  work"])
        #expect(await house.type("messages").map { $0.dropFirst(7) } == ["Job 1, work: Worked."])
        #expect(await house.type("fg") == ["Worked."])
        #expect(await house.type("fg") == ["! There is no job. COMMAND & starts one."])
    }

    @Test func `it shares no model with what is on the screen`() async throws {
        let house = try JobHouse()
        try await house.logIn()
        await house.type("type mine")
        _ = house.recorder.take()
        await house.type("work &")
        house.latch.open()
        #expect(await house.type("fg") == ["Worked."])
        #expect(house.recorder.take().contains("notes is made for ana"))
        let model = try #require(house.shell.coordinator.currentApp?.model as? ProbeModel)
        #expect(model.typed == "mine")
    }

    @Test func `each has its number, and fg takes the last that goes on`() async throws {
        let house = try JobHouse()
        try await house.logIn()
        await house.type("work &")
        await house.type("work broken &")
        await house.type("work quick &")
        try await house.shell.jobs.job(3).end()
        #expect(await house.type("jobs").map { $0.prefix(10) } == ["1  running", "2  running", "3  done   "])
        house.latch.open()
        #expect(await house.type("fg 3") == ["Worked."])
        #expect(await house.type("fg 2") == ["Worked.", "! Not all."])
        #expect(await house.shell.performTyped("fg").status == .success)
        #expect(await house.type("fg 7").last == "! There is no job 7. Type jobs for those there are.")
        await house.type("work broken &")
        #expect(await house.shell.performTyped("fg").status == .failure)
    }

    @Test func `an end is announced to a person, with what is worth knowing`() async throws {
        let house = try JobHouse(isInteractive: true)
        try await house.logIn()
        house.latch.open()
        for (line, news) in [
            ("work &", "Job 1, work: Worked."), ("work broken&", "Job 2, work broken: Worked. fg 2 shows more."),
            (
                "work ask  & ",
                "Job 3, work ask: The command needs an answer, and cannot ask in the background. "
                    + "Type it without the &."
            ),
        ] {
            let start = await house.type(line)
            try await house.shell.jobs.job(nil).end()
            #expect((start + house.taken()).dropFirst() == [news])
        }
        #expect(await house.type("fg 3").first?.hasPrefix("! The command needs an answer") == true)
    }

    @Test func `Ctrl-C at fg cancels the job`() async throws {
        let house = try JobHouse(isInteractive: true)
        try await house.logIn()
        await house.type("work &")
        await house.latch.visited(by: 1)
        async let waiting = house.type("fg")
        await goOn { house.shell.jobs.running.first?.isAwaited == true }
        house.shell.cancelCommand()
        #expect(await waiting == ["! Cancelled. What was done until then stays."])
        #expect(await house.type("jobs").first?.hasPrefix("There are no jobs") == true)
    }

    @Test func `cancel stops a job, and says so`() async throws {
        let house = try JobHouse()
        try await house.logIn()
        await house.type("work &")
        #expect(await house.type("cancel 1") == ["Job 1 is cancelled; what it has done stays done."])
        house.latch.open()
        await house.type("work &")
        try await house.shell.jobs.job(1).end()
        #expect(await house.type("cancel") == ["! Job 1 has ended already. fg 1 shows its result."])
    }

    @Test(arguments: ["quit &", "switch notes &", "jobs &", "help work &", "notes &"])
    func `what is about the shell stays in front`(line: String) async throws {
        let house = try JobHouse()
        try await house.logIn()
        #expect(await house.shell.performTyped(line).status == .usage)
        #expect(house.taken().first?.hasSuffix("cannot go on in the background. Type it without the &.") == true)
        await house.type("account")
        #expect(await house.type("work &").first?.hasPrefix("! “work” cannot") == true)
    }
}

// MARK: - Logins

extension JobTests {
    @Test func `behind a lock a job goes on, and tells of its end after the password`() async throws {
        let house = try JobHouse(["open sesame"], isInteractive: true)
        try await house.logIn()
        await house.type("work &")
        await house.latch.visited(by: 1)
        let job = try house.shell.jobs.job(1)
        await house.type("lock")
        house.latch.open()
        await job.end()
        #expect(!job.isCancelled)
        #expect(house.taken() == [], "behind a lock nothing is told")
        #expect(await house.type("type back") == ["Job 1, work: Worked.", "back"])
    }

    @Test func `a job outlives an idle login`() async throws {
        let house = try JobHouse(["open sesame"], isInteractive: true)
        try await house.logIn()
        await house.type("work &")
        await house.latch.visited(by: 1)
        house.clock.advance(by: .seconds(1801))
        house.latch.open()
        try await house.shell.jobs.job(1).end()
        #expect(house.taken() == [])
        #expect(await house.type("type back").suffix(2) == ["Job 1, work: Worked.", "back"])
    }

    @Test func `logging out takes jobs along`() async throws {
        let house = try JobHouse(isInteractive: true)
        try await house.logIn()
        await house.type("work &")
        await house.latch.visited(by: 1)
        let job = try house.shell.jobs.job(1)
        #expect(await house.type("logout").count == 1)
        await job.end()
        #expect(job.isCancelled)
        #expect(house.taken() == [])
        try await house.logIn("ben")
        #expect(await house.type("jobs").first?.hasPrefix("There are no jobs") == true)
        #expect(await house.type("messages").contains { $0.contains("work") } == false)
    }

    @Test func `another user's login cancels and hides the jobs of the one before`() async throws {
        let house = try JobHouse(isInteractive: true)
        try await house.logIn()
        await house.type("work &")
        await house.latch.visited(by: 1)
        let job = try house.shell.jobs.job(1)
        try await house.logIn("ben")
        #expect(job.isCancelled)
        #expect(house.shell.jobs.jobs.isEmpty)
        await job.end()
        #expect(house.taken() == [])
        #expect(await house.type("fg 1") == ["! There is no job 1. Type jobs for those there are."])
    }

    @Test func `an expired login is asked for before the job starts`() async throws {
        let house = try JobHouse()
        try await house.logIn()
        house.clock.advance(by: .seconds(1801))
        #expect(await house.shell.performTyped("work &").status == .login)
        #expect(house.shell.jobs.jobs.isEmpty)
    }
}

// MARK: - Leaving

extension JobTests {
    @Test func `leaving asks once for each time that jobs go on`() async throws {
        let house = try JobHouse(isInteractive: true)
        try await house.logIn()
        await house.type("work &")
        #expect(await house.type("quit").first?.hasPrefix("! 1 job is still running.") == true)
        await house.type("type x")
        await house.type("work &")
        #expect(await house.type("quit").first?.hasPrefix("! 2 jobs are still running.") == true)
        #expect(await house.shell.performTyped("quit").isOver)
        await house.shell.jobs.cancelAll()
        #expect(house.shell.jobs.running.isEmpty)
    }

    @Test func `the end of the input waits for the jobs, and for their status`() async throws {
        let house = try JobHouse(["work broken &", "work &", "type last"])
        try await house.logIn()
        let shell = house.shell
        async let status = shell.run()
        await house.latch.visited(by: 2)
        house.latch.open()
        #expect(await status == .failure)
        #expect(
            house.taken() == ["Job 1: work broken", "Job 2: work", "last", "Worked.", "Worked.", "! Not all."])
    }

    @Test func `what a failing program wrote belongs to its job`() async throws {
        let house = try JobHouse(isInteractive: true)
        try await house.logIn()
        await house.type("work quick | (cat; echo more; exit 3) &")
        let job = try house.shell.jobs.job(1)
        await house.shell.coordinator.lock()
        await job.end()
        // Nothing of it is shown behind the lock.
        #expect(!house.taken().joined().contains("Worked."))
        try await house.shell.coordinator.unlock(with: Secret("open sesame"))
        _ = house.taken()
        let told = await house.type("fg 1")
        #expect(told.prefix(2) == ["Worked.", "more"] && told.last?.hasPrefix("! ") == true, "\(told)")
    }

    @Test func `a program that reads JSON gets what a failing one wrote within the document`() async throws {
        let house = try JobHouse(rendering: .json)
        try await house.logIn()
        await house.type("work quick | (echo more; exit 3) &")
        #expect(await house.shell.finishJobs() == .failure)
        let told = house.taken()
        #expect(told.count == 1 && told[0].hasPrefix(#"! {"job":1,"error":{"code":"program","#), "\(told)")
        #expect(told.first?.hasSuffix(#","output":["more"]}}"#) == true, "\(told)")
    }

    @Test func `a program gets a document when a job ends`() async throws {
        let house = try JobHouse(rendering: .json)
        try await house.logIn()
        #expect(await house.type("work &") == [#"{"message":"Job 1: work","job":1,"command":"work"}"#])
        await house.latch.visited(by: 1)
        #expect(
            await house.type("jobs") == [
                #"[{"number":1,"state":"running","command":"work","progress":"25 %, 1 of 4","done":1,"total":4}]"#
            ])
        house.latch.open()
        #expect(await house.shell.finishJobs() == .success)
        #expect(house.taken() == [#"{"job":1,"reply":{"message":"Worked."}}"#])
        await house.type("work ask &")
        #expect(await house.shell.finishJobs() == .failure)
        let error = try #require(house.taken().first)
        #expect(error.hasPrefix(#"! {"job":2,"error":{"code":"job.cannot-ask","message":"#), "\(error)")
    }
}
