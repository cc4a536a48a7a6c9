import Foundation

/// Runs the built program, each time in a home folder of its own.
final class ProgramUnderTest {
    /// What a run came to.
    struct Outcome {
        let status: Int32
        let output: String
        let error: String
    }

    static let password = "correct horse battery staple"

    let home: String
    private let program: String

    init() throws {
        home = NSTemporaryDirectory() + "atrium-program-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        // The tests’ own binary lies beside the program.
        program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/atrium"
        guard FileManager.default.isExecutableFile(atPath: program) else { throw CocoaError(.fileNoSuchFile) }
        try (Self.password + "\n").write(toFile: home + "/password", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// Runs a line of the system’s shell in which `atrium` is the program.
    func callAsFunction(_ script: String) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "atrium() { \"$ATRIUM\" \"$@\"; }; " + script]
        process.currentDirectoryURL = URL(filePath: home)
        process.environment = [
            "PATH": "/usr/bin:/bin", "ATRIUM": program, "ATRIUM_HOME": home + "/data", "HOME": home, "LANG": "C.UTF-8",
            "TZ": "UTC",
        ]
        let outputFile = home + "/.stdout"
        let errorFile = home + "/.stderr"
        for path in [outputFile, errorFile] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: outputFile)
        process.standardError = FileHandle(forWritingAtPath: errorFile)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: text(outputFile), error: text(errorFile))
    }

    /// Makes the account “ana”, whose password is in the file `password`.
    func register() throws {
        let outcome = try self("atrium --password-file password -c 'register ana'")
        guard outcome.status == 0 else { throw CocoaError(.fileReadUnknown) }
    }

    private func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
