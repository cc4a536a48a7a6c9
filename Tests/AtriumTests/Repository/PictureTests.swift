// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The pictures of the guide are what the program draws for the demonstration.
///
/// To make them anew after a change of the screen, run these tests with `ATRIUM_PICTURES=write`; a run that writes fails,
/// so that nobody takes it for one that compares.
@MainActor
struct PictureTests {
    /// What is typed for each picture, after the demonstration's own script.
    private static let pictures: [(name: String, commands: [String])] = [
        ("notes", ["notes", "list", "show 6"]), ("messages", ["sms", "thread Mum"]),
    ]

    @Test func `they are current, in a dark and a light theme`() async throws {
        let isWriting = ProcessInfo.processInfo.environment["ATRIUM_PICTURES"] == "write"
        let drawn = try await draw()
        #expect(drawn.count == 4)
        let page = try String(contentsOfFile: Repository.guide + "/Screen.md", encoding: .utf8)
        for (drawing, text) in drawn {
            // As DocC wants them: a picture for a dark page has a name of its own.
            let name = drawing.replacing("-light", with: "").replacing("-dark", with: "~dark")
            let path = Repository.guide + "/" + name
            if isWriting {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                Issue.record("wrote \(name)")
            } else {
                let kept = try? String(contentsOfFile: path, encoding: .utf8)
                #expect(kept == text, "\(name) is old: run these tests once with ATRIUM_PICTURES=write")
            }
            let isShown = page.contains("](\(name.replacing("~dark", with: "")))")
            #expect(isShown, "Screen.md does not show \(name)")
        }
    }

    /// Performs the demonstration's script with the pictures' commands behind it, and returns the files by name.
    private func draw() async throws -> [String: String] {
        let demo = DemoScript.text.components(separatedBy: "$ logout\n")
        let files = DemoScript.text.components(separatedBy: "\n-- \(DemoScript.backup) --\n")
        try #require(demo.count == 2 && files.count == 2)
        // Whatever other apps there are.
        var script = "% apps notes sms account\n" + demo[0]
        for (name, commands) in Self.pictures {
            for theme in ["dark", "light"] {
                for command in commands + ["theme \(theme)", "screen --svg \(name)-\(theme).svg"] {
                    script += "$ \(command)\n  ...\n"
                }
            }
        }
        script += "\n-- \(DemoScript.backup) --\n" + files[1]
        let kept = TemporaryFolder.parent + "/atrium-pictures-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: kept) }
        let result = await ScriptBatch(
            factory: PictureShellFactory(folder: kept), temporaryFolder: TemporaryFolder.parent
        )
        .perform(try SessionScriptParser().parse(Array(script.utf8)), path: "pictures.session")
        #expect(result.failures.isEmpty, "\(result.failures)")
        let names = try FileManager.default.contentsOfDirectory(atPath: kept).filter { $0.hasSuffix(".svg") }
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try String(contentsOfFile: kept + "/" + $0, encoding: .utf8)) })
    }
}

/// Performs a script in a folder that outlasts it.
@MainActor
private final class PictureShellFactory: ScriptShellFactory {
    private let kept: String

    init(folder: String) { kept = folder }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: kept + "/" + name)
        }
        var settings = settings
        settings.size = ScriptSize(columns: 110, rows: 22)
        return try await ScriptShell(.atrium, settings: settings, folder: kept)
    }
}
