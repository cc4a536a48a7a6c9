// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import Testing

@testable import AtriumBenchmark

/// How programs are measured.
struct MeasuringTests {
    private let folder = NSTemporaryDirectory()

    private func shell(_ script: String) -> MeasuredProgram {
        MeasuredProgram(["/bin/sh", "-c", script], variables: ["PATH": "/usr/bin:/bin"], folder: folder)
    }

    @Test func `what a program does is in its cost`() throws {
        let nothing = try shell("true").run(reading: "/dev/null")
        let work = try shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done").run(reading: "/dev/null")
        #expect(work.processor > nothing.processor)
        #expect(work.elapsed > 0)
    }

    @Test func `a program that fails ends the benchmark`() throws {
        #expect(throws: BenchmarkFault.failed(program: "/bin/sh", status: 3)) {
            try shell("exit 3").run(reading: "/dev/null")
        }
        #expect(throws: BenchmarkFault.failed(program: "/bin/sh", status: 137)) {
            try shell("kill -KILL $$").run(reading: "/dev/null")
        }
        #expect(throws: BenchmarkFault.notStarted(program: "/none", reason: ENOENT)) {
            try MeasuredProgram(["/none"], variables: [:], folder: folder).run(reading: "/dev/null")
        }
    }

    @Test func `a program has a terminal of its own`() throws {
        let run = try TerminalRun(
            shell("test -t 0 && stty size && echo ready; read line; echo got $line; read line; exit 0"))
        try run.wait(for: "24 80")
        #expect(run.resident > 100_000)
        run.type("this")
        try run.wait(for: "got this")
        let cost = try run.end(typing: "")
        #expect(cost.written > 20)
        #expect(cost.processor > 0)
    }

    @Test func `a program that ends on its terminal is not waited for`() throws {
        let run = try TerminalRun(shell("echo ready; kill -SEGV $$"))
        #expect(throws: BenchmarkFault.failed(program: "/bin/sh", status: 139)) { try run.wait(for: "more") }
    }

    @Test func `the reference store has every message of a backup, and finds them`() throws {
        let path = folder + "/atrium-reference-\(UUID().uuidString)"
        defer { for end in [".xml", "", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        try SampleBackup(size: 500).write(to: path + ".xml")
        let cost = try ReferenceStore.make(at: path, from: path + ".xml")
        #expect(cost.processor > 0)
        try DatabaseQueue(path: path).read { database throws in
            let count = "SELECT count(*) || min(length(body) > 0) || (sum(is_read) > 400) || (min(date) > 0) FROM sms"
            #expect(try String.fetchOne(database, sql: count) == "500111")
            let found = "SELECT count(*) FROM sms_text WHERE sms_text MATCH 'zebrafish'"
            #expect(try Int.fetchOne(database, sql: found) == 1)
        }
    }

    @Test func `a backup that is none is refused`() throws {
        let path = folder + "/atrium-reference-\(UUID().uuidString)"
        defer { for end in [".xml", "", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        try "<smses><sms".write(toFile: path + ".xml", atomically: true, encoding: .utf8)
        #expect(throws: BenchmarkFault.self) { try ReferenceStore.make(at: path, from: path + ".xml") }
    }

    @Test(arguments: [true, false])
    func `somebody registers where there are accounts, and only there`(hasAccounts: Bool) throws {
        let folder = folder + "/atrium-accounts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = folder + "/program"
        try "#!/bin/sh\necho \"$@\" >> said\ncat >> said\n".write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let benchmark = Benchmark(
            of: program, in: folder, size: 100, rounds: 1, works: [.importing, .command], path: "",
            hasAccounts: hasAccounts)
        #expect(try benchmark.run { _ in }.count == 2)
        let said = try String(contentsOfFile: folder + "/said", encoding: .utf8)
        #expect(said.contains("import backup.xml"))
        for word in ["register", "login", "--password-file", "whoami"] {
            #expect(said.contains(word) == hasAccounts, "\(word)")
        }
    }
}
