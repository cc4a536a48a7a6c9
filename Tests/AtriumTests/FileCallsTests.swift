// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// One module knows how files are opened, drafted, moved and removed, so that each of them is as safe as the others.
struct FileCallsTests {
    /// What changes or opens a file past the module, as Perl’s expressions.
    private static let calls = [
        #"\bO_(RDONLY|WRONLY|RDWR|CREAT)\b"#,
        #"(^|[^.a-zA-Z_])(openat|fopen|opendir|readdir|fdopendir|mkdir|mkdirat|mkdtemp|mkstemps?|rmdir|unlink|unlinkat)\("#,
        #"(^|[^.a-zA-Z_])(linkat|symlink|renameat2?|fsync|fdatasync|chmod|fchmod|flock|stat|lstat|fstatat)\("#,
        #"\b(createFile|createDirectory|moveItem|copyItem|removeItem|FileHandle)\("#, #"\.write\(to: URL"#,
        #"\b(Data|String)\(contentsOf"#,
    ].joined(separator: "|")
    /// What opens no file of a user: the descriptors that a process is given, pipes, pseudo-terminals, what the kernel
    /// says of a process, and the bare program that the benchmark compares with.
    private static let others: Set<String> = [
        "AtriumProgram/StandardStreams.swift", "AtriumProgram/Scripts/TypedKeys.swift", "Processes/ChildProcess.swift",
        "Benchmark/TerminalRun.swift", "Benchmark/MeasuredRun.swift", "Benchmark/ReferenceStore.swift",
    ]

    @Test func `only the module of files opens, drafts, moves and removes them`() async throws {
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium(
            "cd '\(Repository.root)/Sources' && exec grep -rP --include='*.swift' --exclude-dir=Files '\(Self.calls)'")
        #expect(outcome.status == 0, "\(outcome.error)")
        var found: Set<String> = []
        for line in outcome.output.split(separator: "\n") where !line.contains("//") {
            let name = String(line.prefix { $0 != ":" })
            found.insert(name)
            #expect(Self.others.contains(name), "\(line)")
        }
        #expect(found == Self.others)
    }
}
