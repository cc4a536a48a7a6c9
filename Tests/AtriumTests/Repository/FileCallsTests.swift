// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// One module knows how files are looked at, opened, drafted, moved and removed, so that each of them is as safe as the
/// others.
struct FileCallsTests {
    /// What looks at files, opens or changes them past the module, as Perl’s expressions.
    private static let calls = [
        #"\bO_(RDONLY|WRONLY|RDWR|CREAT)\b"#,
        #"(?<![.\w])(openat|f?open64|fopen|freopen|opendir|readdir|fdopendir|scandir|n?ftw|fts_open)\("#,
        #"(?<![.\w])(mkdir|mkdirat|mkdtemp|mkstemps?|mkfifo|mknod|rmdir|unlink|unlinkat|linkat|symlink)\("#,
        #"(?<![.\w])(renameat2?|fsync|fdatasync|f?truncate|f?chmod|f?chown|flock|utimes|f?utimens|utimensat)\("#,
        #"(?<![.\w])(l?stat|fstatat|access|faccessat|readlink|readlinkat|realpath)\("#,
        #"(?<![.\w])(?<!func )rename\("#,
        // Where the process runs is no file, and neither is what it was given to write on.
        #"\bFileManager\b(?!\.default\.currentDirectoryPath)"#, #"\bFileHandle\b(?!\.standard)"#,
        #"\.write\(to(File|: URL)"#, #"\b(Input|Output)Stream\("#, #"\b(Data|String|NSData|NSString)\(contentsOf"#,
    ].joined(separator: "|")
    /// What opens no file of a user: the descriptors that a process is given, pipes, pseudo-terminals, and the bare
    /// program that the benchmark compares with.
    private static let others: [String: Set<String>] = [
        "AtriumProgram/StandardStreams.swift": ["O_RDWR", "stat("],
        "AtriumProgram/Scripts/TypedKeys.swift": ["O_RDONLY"],
        "AtriumProcesses/ChildProcess.swift": ["O_RDWR", "O_WRONLY"],
        "AtriumBenchmark/TerminalRun.swift": ["O_RDWR"],
        "AtriumBenchmark/MeasuredRun.swift": ["O_RDONLY", "O_WRONLY"],
        "AtriumBenchmark/ReferenceStore.swift": ["fopen("],
    ]

    @Test func `only the module of files looks at them, opens, drafts, moves and removes them`() async throws {
        let atrium = try ProgramUnderTest()
        // The first call of each line, before any comment.
        let call = #"^(?:(?!//).)*?\K(?:\#(Self.calls))"#
        let outcome = try await atrium(
            "cd '\(Repository.root)/Sources' && exec grep -roP --include='*.swift' --exclude-dir=AtriumFiles '\(call)'")
        #expect(outcome.status == 0, "\(outcome.error)")
        var found: [String: Set<String>] = [:]
        for line in outcome.output.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            found[parts[0], default: []].insert(parts[1])
        }
        for (name, calls) in found {
            #expect(calls == Self.others[name, default: []], "\(name): \(calls.sorted())")
        }
        #expect(Set(found.keys) == Set(Self.others.keys))
    }
}
