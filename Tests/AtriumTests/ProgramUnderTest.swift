// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Processes

/// Runs the built program, each time in a home folder of its own.
final class ProgramUnderTest: Sendable {
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
        program = Repository.program
        guard FileManager.default.isExecutableFile(atPath: program) else { throw CocoaError(.fileNoSuchFile) }
        try (Self.password + "\n").write(toFile: home + "/password", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// Runs a script of the system’s shell in which `atrium` is the program, without input and with an environment of
    /// its own.
    func callAsFunction(_ script: String) async throws -> Outcome {
        let whole = "atrium() { \"$ATRIUM\" \"$@\"; }\n" + script
        try whole.write(toFile: home + "/.script", atomically: true, encoding: .utf8)
        let variables = "PATH=/usr/bin:/bin ATRIUM=\"$1\" ATRIUM_HOME=\"$2/data\" HOME=\"$2\" LANG=C.UTF-8 TZ=UTC"
        let status = try await ChildProcess.run(
            "env -i \(variables) sh .script < /dev/null > .stdout 2> .stderr", [program, home], in: home)
        return Outcome(status: status, output: text(".stdout"), error: text(".stderr"))
    }

    /// Makes the account “ana”, whose password is in the file `password`.
    func register() async throws {
        let outcome = try await self("atrium --password-file password -c 'register ana'")
        guard outcome.status == 0 else { throw CocoaError(.fileReadUnknown) }
    }

    private func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: home + "/" + name) ?? Data(), as: UTF8.self)
    }
}
