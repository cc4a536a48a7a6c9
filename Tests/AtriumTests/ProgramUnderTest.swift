// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProcesses
import Foundation

/// Runs the built program, each time in a home folder of its own.
final class ProgramUnderTest: Sendable {
    /// What a run came to.
    struct Outcome {
        let status: Int32
        let output: String
        let error: String
    }

    static let password = "quiet herons ferry old bells"

    /// The longest time that a test waits for something, in seconds: other work may have the machine.
    static let patience = 180

    let home: String
    private let program: String

    init() throws {
        home = NSTemporaryDirectory() + "atrium-program-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        program = Repository.program
        guard FileManager.default.isExecutableFile(atPath: program) else { throw CocoaError(.fileNoSuchFile) }
        try (Self.password + "\n").write(toFile: home + "/password", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// The whole environment of the program, in which nothing depends on the machine: neither the programs that are
    /// installed for files and pictures, nor anybody’s configuration of git.
    var variables: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": home, "ATRIUM_HOME": home + "/data", "ATRIUM_WITHOUT": "chafa xdg-open",
            "GIT_CONFIG_NOSYSTEM": "1", "LANG": "C.UTF-8", "TZ": "UTC", "ATRIUM": program,
        ]
    }

    /// Runs a script of the system’s shell, without input, in which `atrium` is the program and `waits` waits until a
    /// command succeeds.
    ///
    /// - Throws: ``NeverEnded``.
    func callAsFunction(_ script: String) async throws -> Outcome {
        try (Self.functions + script).write(toFile: home + "/.script", atomically: true, encoding: .utf8)
        let status = try await ChildProcess.run(
            "exec timeout -k 10 \(Self.patience * 5) sh .script < /dev/null > .stdout 2> .stderr", in: home,
            variables: variables)
        guard status != 124 else { throw NeverEnded(script: script, output: text(".stdout"), error: text(".stderr")) }
        return Outcome(status: status, output: text(".stdout"), error: text(".stderr"))
    }

    /// A script that took too long.
    struct NeverEnded: Error {
        let script: String
        let output: String
        let error: String
    }

    private static let functions = """
        atrium() { "$ATRIUM" "$@"; }
        waits() {
            limit=$(($(date +%s) + \(patience)))
            until eval "$1"; do
                [ "$(date +%s)" -lt $limit ] || { echo "never: $1"; exit 9; }
                sleep 0.05
            done
        }

        """

    /// Makes the account “ana”, whose password is in the file `password`.
    func register() async throws {
        let outcome = try await self("atrium --password-file password -c 'register ana'")
        guard outcome.status == 0 else { throw CocoaError(.fileReadUnknown) }
    }

    private func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: home + "/" + name) ?? Data(), as: UTF8.self)
    }
}

/// Tests of the program whose user ana has an account in it.
class RegisteredProgram {
    let atrium: ProgramUnderTest
    let ana = "atrium --user ana --password-file password"

    init() async throws {
        atrium = try ProgramUnderTest()
        try await atrium.register()
    }
}
