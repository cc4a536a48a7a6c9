// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc
package import SMSLogDomain
import Secrets
package import Session

/// Seals the passwords of gateways, and opens them for whoever hands messages over.
///
/// Messages are sent without anybody’s login, so the key lies beside the store, in a file of its own that is for nobody
/// else: a copy of the store alone gives no password away. A password is tied to its gateway: moved to another row, or
/// with another address in its own, it does not open.
package struct GatewayVault: Sendable {
    private let path: String?

    /// The key of stores in memory, which is gone with them.
    private static let keyInMemory = SodiumRandom().bytes(SealingKey.count)

    /// A vault in the folder of a store; nil: in memory.
    package init(home: String?) { path = home.map { $0 + "/gateway.key" } }

    /// Seals a password.
    ///
    /// - Throws: `FileFault` where there is no key and none can be kept; `SecretsFault`.
    package func seal(_ password: Secret, for gateway: Gateway, of owner: UserID) throws -> [UInt8] {
        var bytes = try kept() ?? made()
        defer { wipe(&bytes) }
        return Sealer(key: try SealingKey(bytes: bytes)).seal(password.bytes, context: Self.context(gateway, owner))
    }

    /// The password of a gateway; nil where it cannot be opened.
    package func password(of gateway: Gateway, of owner: UserID) -> Secret? {
        guard let sealed = gateway.secret, var bytes = try? kept() else { return nil }
        defer { wipe(&bytes) }
        guard let key = try? SealingKey(bytes: bytes),
            let plain = try? Sealer(key: key).open(sealed, context: Self.context(gateway, owner))
        else { return nil }
        return Secret(String(decoding: plain, as: UTF8.self))
    }

    private static func context(_ gateway: Gateway, _ owner: UserID) -> [UInt8] {
        let parts = ["sms gateway", String(owner.rawValue), gateway.name, gateway.kind.rawValue, gateway.place]
        return Array((parts + [gateway.user ?? ""]).joined(separator: "\0").utf8)
    }

    /// The bytes of the key; nil where there is none yet.
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
