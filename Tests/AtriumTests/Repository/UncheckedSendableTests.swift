// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// What the compiler is told to believe has its proof beside it.
struct UncheckedSendableTests {
    private static let claims = ["@unchecked " + "Sendable", "nonisolated" + "(unsafe)"]

    @Test(arguments: ["Sources", "Plugins"])
    func `a claim that the compiler does not check has a sentence that proves it`(folder: String) throws {
        let root = Repository.root + "/" + folder
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) where name.hasSuffix(".swift") {
            let lines = try String(contentsOfFile: root + "/" + name, encoding: .utf8).components(separatedBy: "\n")
            for (index, line) in lines.enumerated() where !line.contains("//") {
                for claim in Self.claims where line.contains(claim) {
                    let comment = lines[..<index].reversed().prefix { $0.contains("//") }
                    #expect(comment.contains { $0.contains("`\(claim)`: ") }, "\(folder)/\(name):\(index + 1)")
                }
            }
        }
    }
}
