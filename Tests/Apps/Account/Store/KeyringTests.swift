// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import Foundation
import Testing

@testable import AccountStore

/// A kept login in the system’s keyring, with a program in the place of `secret-tool`.
struct KeyringTests {
    private let folder: TemporaryFolder
    private let variables: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        variables = [
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "PATH": "/usr/bin:/bin", "RING": folder.path + "/ring",
        ]
    }

    /// A program that keeps one secret in a file, and notes what it is asked.
    private func program(_ script: String) throws -> String {
        let path = folder.path + "/secret-tool"
        try "#!/bin/sh\necho \"$*\" >> \"$RING.asked\"\n\(script)\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    private func store(_ script: String, patience: Duration = .seconds(60)) throws -> KeyringTokenStore {
        let keyring = Keyring(
            program: try program(script), label: "Atrium", place: "/home/ana", variables: variables, patience: patience)
        return KeyringTokenStore(keyring: keyring, file: FileTokenStore(path: folder.path + "/login"))
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    private static let working = """
        case $1 in
        store) cat > "$RING" ;;
        lookup) cat "$RING" ;;
        clear) rm -f "$RING" ;;
        esac
        """

    @Test func `the keyring has the token, and the file says so`() async throws {
        let tokens = try store(Self.working)
        #expect(await tokens.kept() == nil)
        // Nobody without a login there waits for the program.
        #expect(text("ring.asked") == nil)
        try await tokens.keep("a-token")
        #expect(text("login") == "keyring" && text("ring") == "a-token")
        #expect(await tokens.kept() == "a-token")
        try await tokens.forget()
        #expect(await tokens.kept() == nil)
        #expect(text("login") == nil && text("ring") == nil)
        #expect(
            text("ring.asked") == """
                store --label=Atrium program atrium place /home/ana
                lookup program atrium place /home/ana
                clear program atrium place /home/ana

                """)
    }

    @Test func `the file has the token where the keyring refuses it or does not answer`() async throws {
        for (script, patience) in [("exit 1", Duration.seconds(60)), ("exec sleep 600", .milliseconds(1))] {
            let tokens = try store(script, patience: patience)
            try await tokens.keep("a-token")
            #expect(text("login") == "a-token")
            #expect(await tokens.kept() == "a-token")
            try await tokens.forget()
        }
    }

    @Test func `a keyring that has lost the token keeps no login`() async throws {
        try await store(Self.working).keep("a-token")
        #expect(await (try store("exit 1")).kept() == nil)
        #expect(await KeyringTokenStore(keyring: nil, file: FileTokenStore(path: folder.path + "/login")).kept() == nil)
    }

    @Test func `without a session bus there is none`() throws {
        #expect(Keyring(program: "/bin/true", label: "Atrium", place: "/", variables: [:]) == nil)
    }
}
