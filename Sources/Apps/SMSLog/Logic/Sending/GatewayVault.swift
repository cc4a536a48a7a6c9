// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFiles
package import AtriumGateways
import AtriumSecrets
package import AtriumSession
import Glibc

/// Seals the passwords of gateways, and opens them for the worker that sends.
///
/// Messages are sent without a login, so the key lies beside the store, in a file that only the user may read: a copy of
/// the store alone gives no password away. A password is tied to its gateway: it does not open in another row, or beside
/// another address.
package struct GatewayVault: Sendable {
    private let path: String?
    /// Locked by the program that receives the calls of gateways.
    private let listenerLock: String?

    /// The key of stores in memory.
    private static let keyInMemory = SodiumRandom().bytes(SealingKey.count)

    /// A vault in the folder of a store; in memory for `nil`.
    package init(home: String?) {
        path = home.map { $0 + "/gateway.key" }
        listenerLock = home.map { $0 + "/listener.lock" }
    }

    /// Takes the lock of the program that receives calls; `nil` if another program has it.
    ///
    /// - Throws: `FileFault`.
    package func lockListener() throws(FileFault) -> ProcessLock? {
        guard let listenerLock else { return nil }
        return try ProcessLock(listenerLock)
    }

    /// Whether a program receives the calls of gateways.
    var isListening: Bool {
        guard let listenerLock else { return false }
        return FileStatus(listenerLock) != nil && (try? ProcessLock(listenerLock)) == nil
    }

    /// Seals a password.
    ///
    /// - Throws: `FileFault` if there is no key and none can be kept; `SecretsFault`.
    package func seal(_ password: Secret, for gateway: Gateway, of owner: UserID) throws -> [UInt8] {
        try sealer().seal(password.bytes, context: Self.context(gateway, owner))
    }

    /// Seals the key with which a gateway signs its calls.
    ///
    /// - Throws: As `seal(_:for:of:)`.
    package func seal(signingKey key: Secret, for gateway: Gateway, of owner: UserID) throws -> [UInt8] {
        try sealer().seal(key.bytes, context: Self.context(gateway, owner, "signing"))
    }

    private func sealer() throws -> Sealer {
        var bytes = try kept() ?? made()
        defer { wipe(&bytes) }
        return Sealer(key: try SealingKey(bytes: bytes))
    }

    /// The sealer for opening; `nil` without a key.
    private func opener() -> Sealer? {
        guard var bytes = try? kept() else { return nil }
        defer { wipe(&bytes) }
        return (try? SealingKey(bytes: bytes)).map { Sealer(key: $0) }
    }

    /// The password of a gateway; `nil` if it cannot be opened.
    package func password(of gateway: Gateway, of owner: UserID) -> Secret? {
        guard let sealed = gateway.secret,
            let plain = try? opener()?.open(sealed, context: Self.context(gateway, owner))
        else { return nil }
        return Secret(String(decoding: plain, as: UTF8.self))
    }

    /// The key with which a gateway signs its calls; `nil` if it cannot be opened.
    func signingKey(of gateway: Gateway, of owner: UserID) -> Secret? {
        guard let sealed = gateway.signing,
            let plain = try? opener()?.open(sealed, context: Self.context(gateway, owner, "signing"))
        else { return nil }
        return Secret(String(decoding: plain, as: UTF8.self))
    }

    /// The address that a gateway calls; `nil` if no program listens there, and without a key.
    ///
    /// Its secret part is derived from the key: it is stored nowhere and stays the same.
    package func callbacks(of gateway: Gateway, of owner: UserID) -> CallbackAddress? {
        guard let listen = gateway.listen.flatMap(ListenAddress.init), let opener = opener() else { return nil }
        let token = opener.code(of: Self.context(gateway, owner, "callback")).prefix(16).hexadecimal
        return CallbackAddress(
            root: gateway.callback ?? "http://\(listen.text)", owner: owner.rawValue, gateway: gateway.name,
            token: token)
    }

    private static func context(_ gateway: Gateway, _ owner: UserID, _ purpose: String? = nil) -> [UInt8] {
        var parts = ["sms gateway", String(owner.rawValue), gateway.name, gateway.kind.rawValue, gateway.place]
        if let purpose { parts.insert(purpose, at: 1) }
        return Array((parts + [gateway.user ?? ""]).joined(separator: "\0").utf8)
    }

    /// The bytes of the key; `nil` if there is none yet.
    private func kept() throws(FileFault) -> [UInt8]? {
        guard let path else { return Self.keyInMemory }
        do throws(FileFault) {
            return try FileReader(path, followingLinks: false).bytes(limit: SealingKey.count)
        } catch {
            guard error.reason.number == ENOENT else { throw error }
            return nil
        }
    }

    private func made() throws(FileFault) -> [UInt8] {
        guard let path else { return Self.keyInMemory }
        let key = SodiumRandom().bytes(SealingKey.count)
        do throws(FileFault) {
            try DraftFile.write(key, to: path, waits: true)
            return key
        } catch {
            // Another process may have been faster: of two keys one stays.
            guard let other = try kept() else { throw error }
            return other
        }
    }
}
