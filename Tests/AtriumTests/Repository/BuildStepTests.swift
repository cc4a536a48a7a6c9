// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The steps of `.ci` are called, since others rot.
struct BuildStepTests {
    /// What a person calls, for a look.
    private static let byHand: Set = ["docs"]

    @Test func `every step is called by another or by the build server`() throws {
        let folder = Repository.root + "/.ci"
        let steps = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
            let kind = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.type]
            return kind as? FileAttributeType == .typeRegular
        }
        #expect(steps.contains("formats"))
        var texts: [String: String] = [:]
        for name in steps { texts[name] = try Self.commands("\(folder)/\(name)") }
        texts[""] = try Self.commands(Repository.root + "/.github/workflows/ci.yml")
        for step in steps where !Self.byHand.contains(step) {
            let call = try Regex("(\\.ci/|for step in [a-z -]*\\b)\(step)(?![a-z-])")
            #expect(texts.contains { $0.key != step && $0.value.contains(call) }, "\(step)")
        }
    }

    /// The lines of a script that are no comments.
    private static func commands(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .filter { !$0.drop { $0 == " " }.hasPrefix("#") }.joined(separator: "\n")
    }
}
