// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// A source says its licence, wherever it is copied to.
struct SourceLicenceTests {
    @Test(arguments: ["Sources", "Tests", "Plugins", ".ci"])
    func `every source says its licence at the top`(folder: String) throws {
        let root = Repository.root + "/" + folder
        let names = try FileManager.default.subpathsOfDirectory(atPath: root)
        let ends = [
            ".swift", ".c", ".h", ".py", ".modulemap", "run", "release", "release-test", "two-apps", "new-app",
        ]
        let sources = names.filter { name in ends.contains { name.hasSuffix($0) } }
        #expect(!sources.isEmpty)
        for name in sources {
            let lines = try String(contentsOfFile: root + "/" + name, encoding: .utf8).split(separator: "\n").prefix(2)
            #expect(lines.contains { $0.hasSuffix("SPDX-License-Identifier: GPL-3.0-or-later") }, "\(folder)/\(name)")
        }
    }
}
