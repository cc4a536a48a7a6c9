// SPDX-License-Identifier: GPL-3.0-or-later
import AtriumKit
import AtriumScripts
import AtriumSession
import AtriumShell
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// What every command says of itself.
@MainActor
struct CommandHelpTests {
    private static var specs: [CommandSpec] {
        get throws {
            let catalog = try ShellProgram.atrium.factories()
            return catalog.flatMap(\.commandSpecs) + Shell.commandSpecs(in: catalog)
        }
    }

    @Test(arguments: Language.ofKit)
    func `every command, parameter and value is explained`(language: Language) throws {
        for spec in try Self.specs {
            #expect(!spec.summary.string(in: language).isEmpty, "\(spec.name)")
            for parameter in spec.parameters {
                #expect(parameter.summary?.string(in: language).isEmpty == false, "\(spec.name) \(parameter.name)")
                for term in parameter.terms {
                    #expect(!term.summary.string(in: language).isEmpty, "\(spec.name) \(term.text)")
                }
            }
        }
    }

    @Test(arguments: Language.ofKit)
    func `the summary of an app is a phrase without a full stop`(language: Language) throws {
        for factory in try ShellProgram.atrium.factories() {
            let summary = factory.summary.string(in: language)
            #expect(!summary.isEmpty && !summary.hasSuffix(".") && !summary.hasSuffix("。"), "\(summary)")
        }
    }

    @Test func `no command declares a parameter twice`() throws {
        for spec in try Self.specs {
            let names = spec.parameters.map(\.name)
            #expect(Set(names).count == names.count, "\(spec.name)")
        }
    }

    @Test func `every command with parameters has an example`() throws {
        #expect(try Self.specs.filter { !$0.parameters.isEmpty && $0.examples.isEmpty }.map(\.name) == [])
    }

    @Test func `what help shows of an app’s places is one of them`() throws {
        for factory in try ShellProgram.atrium.factories() {
            let place = try #require(Place(factory.exampleRoute))
            let path = [place.app.rawValue] + place.path
            #expect(factory.routeSpecs.contains { $0.values(in: path) != nil }, "\(factory.exampleRoute)")
        }
    }

    @Test func `every choice of an app’s command is explained, but what says all by itself`() throws {
        let plain: Set = ["state"]
        for spec in try Self.specs {
            for parameter in spec.parameters where !plain.contains(parameter.name) {
                guard case .choices(let choices) = parameter.values else { continue }
                #expect(parameter.terms.map(\.text) == choices, "\(spec.name) \(parameter.name)")
            }
        }
    }
}

/// What comes where a command lacks what it needs.
@MainActor
struct MissingOperandTests {
    @Test(arguments: Language.ofKit)
    func `a command without what it needs says how it is used, with an example`(language: Language) async throws {
        let folder = TemporaryFolder.parent + "/atrium-operands-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = ScriptSettings()
        settings.store = .memory
        settings.user = "ana"
        settings.language = language
        let shell = try await ScriptShell(.atrium, settings: settings, folder: folder)
        var looked = 0
        let catalog = try ShellProgram.atrium.factories()
        let apps = catalog.map { ($0.id.rawValue, $0.commandSpecs) }
        for (app, specs) in apps + [(apps[0].0, Shell.commandSpecs(in: catalog))] {
            _ = await shell.perform(app, answers: [])
            for spec in specs where spec.parameters.contains(where: { !$0.isOptional }) {
                // Alone it is the shell’s, which needs nothing.
                if spec.name == "history" { continue }
                let outcome = await shell.perform(spec.name, answers: [])
                let said = outcome.errorOutput
                #expect(outcome.status == 2, "\(spec.name)")
                let missing = spec.parameters.first { !$0.isOptional }?.name.uppercased()
                #expect(said.contains(spec.usage(in: language, without: missing)), "\(spec.name): \(said)")
                #expect(spec.examples(in: language).contains { said.contains($0) }, "\(spec.name): \(said)")
                looked += 1
            }
        }
        #expect(looked > 30)
    }
}
