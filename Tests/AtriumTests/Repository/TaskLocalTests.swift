// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// What only an optimized program dies of is looked for in the sources: these tests run without optimization.
struct TaskLocalTests {
    @Test func `the value of a task-local variable is no bare closure`() throws {
        let root = Repository.root + "/Sources"
        var count = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) where name.hasSuffix(".swift") {
            let lines = try String(contentsOfFile: root + "/" + name, encoding: .utf8).split(separator: "\n")
            for line in lines where line.contains("@TaskLocal") {
                count += 1
                #expect(!line.contains("->"), "\(name): \(line)")
            }
        }
        #expect(count > 0)
    }
}
