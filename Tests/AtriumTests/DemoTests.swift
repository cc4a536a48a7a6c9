// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// `atrium demo` is its session script.
@MainActor
struct DemoTests {
    @Test func `the executable holds the script that is tested`() throws {
        let text = try String(contentsOfFile: Repository.root + "/Tests/Sessions/demo.session", encoding: .utf8)
        #expect(DemoScript.text == text, "copy Tests/Sessions/demo.session to Sources/atrium/Demo/DemoScript.swift")
    }

    @Test func `it starts with notes, contacts and messages, as of now`() async throws {
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium("atrium demo -c 'list' -c sms -c threads -c contacts -c 'find concert'")
        #expect(outcome.status == 0, "\(outcome.error)")
        for word in ["Concert on Friday", "Alice Smith", "corporate", "李伟", "Calling after coffee"] {
            #expect(outcome.output.contains(word), "\(word)")
        }
        // Everything is in memory: nothing is left behind.
        #expect(try await atrium("ls -A data 2> /dev/null | wc -l").output == "0\n")
        let french = try await atrium("atrium demo --lang fr -c whoami -c logout -c list")
        #expect(french.output.contains("ana"))
        #expect(french.status == 77)
    }

    @Test(arguments: [
        (Language.french, ["Soupe de lentilles", "Travail/Machine", "Maman", "Alice Morel", "J’appelle après"]),
        (.simplifiedChinese, ["扁豆汤", "工作/分析机", "妈妈", "周敏", "喝完咖啡"]),
    ])
    func `most of it is in the user’s language`(language: Language, texts: [String]) async throws {
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium("atrium demo --lang \(language.rawValue) -c list -c sms -c threads")
        #expect(outcome.status == 0, "\(outcome.error)")
        for text in texts { #expect(outcome.output.contains(text), "\(text)") }
        // Friends who write in another language do so still.
        for text in ["李伟", "Chloé Martin"] { #expect(outcome.output.contains(text), "\(text)") }
        for text in ["Mum", "Lentil", "Shopping"] { #expect(!outcome.output.contains(text), "\(text)") }
    }

    @Test func `every translated text stands in the script`() {
        for text in DemoTexts.all { #expect(DemoScript.text.contains(text.english), "\(text.english)") }
        #expect(DemoTexts.script(in: .english) == DemoScript.text)
    }

    @Test func `its store ends at the moment that was given`() async throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let system = try await Demo.system(now: now)
        let world = World(system: system, clock: ManualClock(now: Timestamp(seconds: 1_800_000_000)))
        let coordinator = try Coordinator(
            catalog: try ShellProgram.atrium.factories(in: world), world: world, language: .english,
            size: Size(columns: 80, rows: 24))
        let session = try await coordinator.authenticator.logIn(
            name: Demo.user, password: Secret(ScriptShell.password), keep: false)
        #expect(session.name == "ana")
    }

    @Test func `where no app has accounts everything is the guest’s`() async throws {
        let guests = ShellProgram(ShellProgram.atrium.identity) { world in
            try ShellProgram.atrium.factories(in: world).filter { $0.authenticating == nil }
        }
        let system = try await Demo.system(now: Date(), of: guests)
        let shell = try await ScriptShell(guests, settings: ScriptSettings(), folder: "/none", system: system)
        #expect(await shell.perform("list", answers: []).output.contains("Concert on Friday"))
        #expect(await shell.perform("switch sms", answers: []).status == 0)
        #expect(await shell.perform("threads", answers: []).output.contains("Alice Smith"))
    }
}
