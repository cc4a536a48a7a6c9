// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// One module knows how files are opened, drafted, moved and removed, so that each of them is as safe as the others.
struct FileCallsTests {
    /// What changes or opens a file past the module.
    private static let calls = #"""
        (?x) \bO_(?:RDONLY|WRONLY|RDWR|CREAT)\b
        | (?:^|[^.a-zA-Z_])(?:openat|fopen|opendir|readdir|fdopendir|mkdir|mkdirat|mkdtemp|mkstemps?|rmdir|unlink|unlinkat
          |linkat|symlink|renameat2?|fsync|fdatasync|chmod|fchmod|flock|stat|lstat|fstatat)\(
        | \b(?:createFile|createDirectory|moveItem|copyItem|removeItem|FileHandle)\( | \.write\(to:\x20URL
        | \b(?:Data|String)\(contentsOf
        """#
    /// What opens no file of a user: the descriptors that a process is given, pipes, pseudo-terminals, what the kernel
    /// says of a process, and the bare program that the benchmark compares with.
    private static let others: Set<String> = [
        "AtriumProgram/StandardStreams.swift", "Processes/ChildProcess.swift", "Benchmark/TerminalRun.swift",
        "Benchmark/MeasuredRun.swift", "Benchmark/ReferenceStore.swift",
    ]

    @Test func `only the module of files opens, drafts, moves and removes them`() throws {
        let root = Repository.root + "/Sources"
        let calls = try NSRegularExpression(pattern: Self.calls, options: .anchorsMatchLines)
        var found: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) where name.hasSuffix(".swift") {
            guard !name.hasPrefix("Files/") else { continue }
            let source = try NSString(contentsOfFile: root + "/" + name, encoding: String.Encoding.utf8.rawValue)
            for call in calls.matches(
                in: source as String, range: NSRange(location: 0, length: source.length))
            {
                let line = source.substring(with: source.lineRange(for: call.range))
                guard !line.contains("//") else { continue }
                found.insert(name)
                #expect(Self.others.contains(name), "\(name): \(line)")
            }
        }
        #expect(found == Self.others)
    }
}
