// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumWorlds
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// What the sources read of the environment is in the manual.
@MainActor
struct EnvironmentTests {
    @Test func `every variable of the environment that the sources name is there`() throws {
        let text = try ManualPages.program.text(
            of: .atrium, in: .english, date: CivilTime(Timestamp(seconds: 0), in: .gmt))
        let sources = try #require(FileManager.default.enumerator(atPath: Repository.root + "/Sources"))
        var names: Set<String> = []
        for case let path as String in sources where path.hasSuffix(".swift") {
            let source = try String(contentsOfFile: Repository.root + "/Sources/" + path, encoding: .utf8)
            for line in source.split(separator: "\n")
            where ["variables", "nvironment", "getenv"].contains(where: { line.contains($0) }) {
                // What a child process or a script is given is not read.
                guard !line.contains("\":") else { continue }
                names.formUnion(
                    line.matches(of: /(variable\()?"([A-Z][A-Z_]*[A-Z])"/).map {
                        $0.1 == nil ? String($0.2) : ShellProgram.atrium.identity.variable(String($0.2))
                    })
            }
        }
        #expect(names.count > 10)
        for name in names { #expect(text.contains("Ev \(name)"), "\(name)") }
    }
}
