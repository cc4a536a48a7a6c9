// SPDX-License-Identifier: GPL-3.0-or-later
import AtriumKit
import Session
import Testing

@testable import atrium

/// What every command says of itself.
@MainActor
struct CommandHelpTests {
    private static var specs: [CommandSpec] { AppCatalog.factories().flatMap(\.commandSpecs) + Shell.commandSpecs }

    @Test(arguments: Language.allCases)
    func `every command, parameter and value is explained`(language: Language) {
        for spec in Self.specs {
            #expect(!spec.summary.string(in: language).isEmpty, "\(spec.name)")
            for parameter in spec.parameters {
                #expect(parameter.summary?.string(in: language).isEmpty == false, "\(spec.name) \(parameter.label)")
                for term in parameter.terms {
                    #expect(!term.summary.string(in: language).isEmpty, "\(spec.name) \(term.text)")
                }
            }
        }
    }

    @Test func `every command with parameters has an example`() {
        #expect(Self.specs.filter { !$0.parameters.isEmpty && $0.examples.isEmpty }.map(\.name) == [])
    }

    @Test func `every choice of an app’s command is explained, but what says all by itself`() {
        let plain: Set = ["state"]
        for spec in Self.specs {
            for parameter in spec.parameters where !plain.contains(parameter.name) {
                guard case .choices(let choices) = parameter.values else { continue }
                #expect(parameter.terms.map(\.text) == choices, "\(spec.name) \(parameter.label)")
            }
        }
    }
}
