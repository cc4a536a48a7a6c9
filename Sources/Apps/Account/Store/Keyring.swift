// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumProcesses
import Synchronization

/// The system’s keyring, through the program `secret-tool` (libsecret).
package struct Keyring: Sendable {
    private let program: String
    private let label: String
    private let place: String
    private let variables: [String: String]
    private let patience: Duration

    /// A keyring; `nil` without a session bus, since the program then reaches none.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - label: The name by which the keyring’s own programs show the login.
    ///   - place: The place of the data, which distinguishes its logins from others.
    ///   - variables: The environment of the program.
    ///   - patience: The time that the program may take, which asks the user where the keyring is locked.
    package init?(
        program: String, label: String, place: String, variables: [String: String],
        patience: Duration = .seconds(20)
    ) {
        guard variables["DBUS_SESSION_BUS_ADDRESS"] != nil else { return nil }
        self.program = program
        self.label = label
        self.place = place
        self.variables = variables
        self.patience = patience
    }

    /// Keeps a text; false if that was not possible.
    func keep(_ text: String) async -> Bool {
        await run(#"exec "$1" store --label="$2" program atrium place "$3""#, input: text) != nil
    }

    /// The kept text; `nil` if there is none, or it could not be read.
    func kept() async -> String? { await run(#"exec "$1" lookup program atrium place "$3""#) }

    /// Removes the text.
    func forget() async { _ = await run(#"exec "$1" clear program atrium place "$3""#) }

    /// The output of a program that succeeds within the time.
    private func run(_ script: String, input: String = "") async -> String? {
        await withTaskGroup { [self] group in
            group.addTask {
                let output = Output()
                let status = try? await ChildProcess.run(
                    script, [program, label, place], in: "/", variables: variables, input: Array(input.utf8),
                    takesErrors: false, hasTerminal: false
                ) {
                    output.add($0)
                }
                return status == 0 ? output.text : nil
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    private final class Output: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        private static let limit = 4096

        /// Adds bytes; false if there are more than any token has.
        func add(_ more: [UInt8]) -> Bool {
            bytes.withLock {
                $0 += more
                return $0.count <= Self.limit
            }
        }

        var text: String? { bytes.withLock { String(validating: $0.prefix { $0 != 0x0A }, as: UTF8.self) } }
    }
}

/// Keeps a login in the system’s keyring, or in a file if there is none.
///
/// The file says that the keyring has it, so that no program is run for those who have no login there.
struct KeyringTokenStore: TokenStore {
    let keyring: Keyring?
    let file: FileTokenStore

    /// The text of the file if the keyring has the login: no token is so short.
    private static let mark = "keyring"

    func keep(_ token: String) async throws {
        guard let keyring, await keyring.keep(token) else { return try file.keep(token) }
        try file.keep(Self.mark)
    }

    func kept() async -> String? {
        guard let text = file.kept() else { return nil }
        return text == Self.mark ? await keyring?.kept() : text
    }

    func forget() async throws {
        if file.kept() == Self.mark { await keyring?.forget() }
        try file.forget()
    }
}
