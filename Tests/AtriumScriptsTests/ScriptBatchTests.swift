// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import Foundation
import Testing

@MainActor
struct ScriptBatchTests {
    private let files: TemporaryFolder
    private let sessions: TemporaryFolder

    init() throws {
        files = try TemporaryFolder()
        sessions = try TemporaryFolder()
    }

    private func batch(_ factory: ScriptedShellFactory, jobs: Int = 1) -> ScriptBatch {
        ScriptBatch(factory: factory, temporaryFolder: sessions.path, jobs: jobs)
    }

    @Test func findsScriptsInFoldersInOrder() async throws {
        for name in ["b.session", "a/z.session", "a.session", "a/readme.md", "B.session"] {
            _ = try files.write("", to: name)
        }
        let other = try files.write("", to: "other.txt")
        let report = await batch(ScriptedShellFactory { _, _, _ in ScriptOutcome() })
            .run([other, files.path, other, files.path + "/none"])
        #expect(
            report.results.map { $0.path.dropFirst(files.path.count + 1) } == [
                "other.txt", "B.session", "a.session", "a/z.session", "b.session", "none",
            ])
        #expect(report.results.last?.failures == [ScriptFailure(line: nil, problems: [.unreadable])])
        #expect(report.passed == 5)
        #expect(report.failed == 1)
    }

    @Test func aFolderWithoutScriptsFails() async throws {
        _ = try files.write("", to: "empty/readme.md")
        let report = await batch(ScriptedShellFactory { _, _, _ in ScriptOutcome() }).run([files.path + "/empty"])
        #expect(report.results.map(\.failures) == [[ScriptFailure(line: nil, problems: [.noScripts])]])
        #expect(report.failed == 1)
    }

    @Test func linksToFoldersAreFollowedOnce() throws {
        let script = try files.write("", to: "b/x.session")
        let other = try TemporaryFolder()
        _ = try other.write("", to: "y.session")
        let links = ["/a": files.path + "/b", "/b/again": files.path, "/c": other.path]
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(atPath: files.path + name, withDestinationPath: target)
        }
        #expect(ScriptFiles.named(by: [files.path]) == [script, files.path + "/c/y.session"])
    }

    @Test func aFileIsRunOnceHoweverItIsNamed() throws {
        let script = try files.write("", to: "b/x.session")
        let spellings = ["/b/x.session", "/./b/x.session", "//b/../b/x.session", "/b", "/b/"]
        #expect(ScriptFiles.named(by: spellings.map { files.path + $0 }) == [script])
    }

    /// A count that no memory holds would take for ever to go through.
    @Test(.timeLimit(.minutes(10))) func moreJobsThanScriptsAreAsManyAsScripts() async throws {
        let path = try files.write("$ a\n", to: "a.session")
        let report = await batch(ScriptedShellFactory { _, _, _ in ScriptOutcome() }, jobs: .max).run([path])
        #expect(report.passed == 1)
    }

    @Test func aScriptHasItsFixturesInAFolderOfItsOwn() async throws {
        let path = try files.write("$ look\n-- in/a.txt --\nhello\n-- b --\n", to: "a.session")
        var seen: [String] = []
        var modes: [Int] = []
        let factory = ScriptedShellFactory { shell, _, _ in
            seen.append((try? String(contentsOfFile: shell.folder + "/in/a.txt", encoding: .utf8)) ?? "")
            seen.append((try? String(contentsOfFile: shell.folder + "/b", encoding: .utf8)) ?? "none")
            for name in ["", "/in", "/in/a.txt"] {
                let attributes = try? FileManager.default.attributesOfItem(atPath: shell.folder + name)
                modes.append(attributes?[.posixPermissions] as? Int ?? 0)
            }
            return ScriptOutcome()
        }
        let report = await batch(factory).run([path])
        #expect(report.failed == 0)
        #expect(seen == ["hello\n", ""])
        #expect(modes == [0o700, 0o700, 0o600])
        #expect(sessions.names.isEmpty)
        #expect(factory.shells.map(\.hasEnded) == [true])
    }

    @Test func aScriptThatCannotBeReadOrStartedFails() async throws {
        let bad = try files.write("$ a\nwhat\n", to: "bad.session")
        let good = try files.write("$ a\n", to: "good.session")
        let factory = ScriptedShellFactory { _, _, _ in ScriptOutcome() }
        let report = await batch(factory).run([bad, good])
        #expect(
            report.results[0].failures == [ScriptFailure(line: 2, problems: [.syntax(.unknownPrefix("w"))])])
        #expect(report.results[1].passed)
        factory.isClosed = true
        let closed = await batch(factory).run([good])
        guard case .setup(let sentence)? = closed.results[0].failures.first?.problems.first else {
            Issue.record("\(closed.results[0].failures)")
            return
        }
        #expect(sentence.contains("Closed"))
        #expect(sessions.names.isEmpty)
    }

    /// The first script can only end after the last one has: they must run side by side, and the report stays in order.
    @Test(.timeLimit(.minutes(10))) func scriptsRunSideBySideAndAreReportedInOrder() async throws {
        for index in 0..<4 { _ = try files.write("$ run \(index)\n", to: "\(index).session") }
        let (stream, gate) = AsyncStream.makeStream(of: Void.self)
        let factory = ScriptedShellFactory { _, command, _ in
            if command == "run 0" { for await _ in stream { break } }
            if command == "run 3" { gate.yield() }
            return ScriptOutcome()
        }
        var reported: [String] = []
        let report = await batch(factory, jobs: 2).run([files.path]) { reported.append($0.path) }
        #expect(report.failed == 0)
        #expect(reported == (0..<4).map { files.path + "/\($0).session" })
        #expect(report.results.map(\.path) == reported)
    }

    @Test func noMoreThanTheGivenNumberRunAtOnce() async throws {
        for index in 0..<9 { _ = try files.write("$ run\n$ run\n", to: "\(index).session") }
        var (running, most) = (0, 0)
        let factory = ScriptedShellFactory { _, _, _ in
            running += 1
            most = max(most, running)
            for _ in 0..<5 { await Task.yield() }
            running -= 1
            return ScriptOutcome()
        }
        _ = await batch(factory, jobs: 3).run([files.path])
        #expect(most <= 3)
        #expect(factory.shells.count == 9)
    }
}
