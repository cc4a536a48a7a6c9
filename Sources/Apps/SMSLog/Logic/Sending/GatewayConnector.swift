// SPDX-License-Identifier: GPL-3.0-or-later

package import Files
package import Gateways
import Glibc
import Secrets
package import Session

/// Makes what speaks to a gateway.
struct GatewayConnector: Sendable {
    private let clock: any WallClock
    private let timeZone: Zone
    private let vault: GatewayVault
    private let http: (any HTTPExchange)?
    private let schedule: PollSchedule

    init(clock: any WallClock, timeZone: Zone, vault: GatewayVault, http: (any HTTPExchange)?) {
        self.clock = clock
        self.timeZone = timeZone
        self.vault = vault
        self.http = http
        schedule = PollSchedule(clock: clock)
    }

    /// What speaks to a user’s gateway.
    ///
    /// - Throws: `GatewayFault.unreachable` where nothing can.
    func connection(to gateway: Gateway, of owner: UserID) throws(GatewayFault) -> any MessageGateway {
        switch gateway.kind {
        case .folder: return OutboxFolder(path: gateway.place, timeZone: timeZone)
        case .gammu: return GammuSpool(path: gateway.place, clock: clock, timeZone: timeZone)
        case .gammuDatabase: return GammuDatabase(path: gateway.place, clock: clock, timeZone: timeZone)
        case .kannel, .android: break
        }
        guard let http else { throw .unreachable(reason: .fact(.otherProgram, "atrium-gateway")) }
        guard let password = vault.password(of: gateway, of: owner) else {
            throw .unreachable(reason: .fact(.noPassword, gateway.name))
        }
        guard let address = GatewayAddress(gateway.place) else {
            throw .unreachable(reason: .fact(.nothingThere, gateway.place))
        }
        let account = HTTPAccount(user: gateway.user ?? "", password: password)
        return gateway.kind == .kannel
            ? KannelGateway(
                at: address, account: account, sender: gateway.sender,
                callbacks: vault.callbacks(of: gateway, of: owner), http: http)
            : AndroidGateway(at: address, account: account, sim: gateway.sim, http: http, schedule: schedule)
    }
}

extension GatewayKind {
    /// What a gateway of this kind is at a path: gammu-smsd has folders or a database.
    ///
    /// - Throws: `SMSLogFault.noGatewayFile` if the name of a missing file is that of a database, which only the user makes;
    ///   `SMSLogFault.noOutbox` for a folder that can hold no messages.
    package func found(at path: String) throws(SMSLogFault) -> GatewayKind {
        var folder = SpoolFolder(path: path)
        if self == .gammu {
            switch FileStatus(path, followingLinks: true)?.kind {
            case .regular: return .gammuDatabase
            case nil where [".db", ".sqlite", ".sqlite3"].contains(where: path.lowercased().hasSuffix):
                throw .noGatewayFile(path)
            default: folder = folder.folder(GammuSpool.outbox)
            }
        }
        guard folder.canHoldMessages else { throw .noOutbox(path) }
        return self
    }
}

/// Seals the passwords of gateways, and opens them for whoever hands messages over.
///
/// Messages are sent without anybody’s login, so the key lies beside the store, in a file of its own that is for nobody
/// else: a copy of the store alone gives no password away. A password is tied to its gateway: moved to another row, or
/// with another address in its own, it does not open.
package struct GatewayVault: Sendable {
    private let path: String?
    /// Locked by the program that waits for the calls of gateways, for as long as it does.
    private let listenerLock: String?

    /// The key of stores in memory, which is gone with them.
    private static let keyInMemory = SodiumRandom().bytes(SealingKey.count)

    /// A vault in the folder of a store; nil: in memory.
    package init(home: String?) {
        path = home.map { $0 + "/gateway.key" }
        listenerLock = home.map { $0 + "/listener.lock" }
    }

    /// Takes the lock of who waits for the calls of gateways; nil where another program has it.
    ///
    /// - Throws: `FileFault`.
    package func lockListener() throws(FileFault) -> ProcessLock? {
        guard let listenerLock else { return nil }
        return try ProcessLock(listenerLock)
    }

    /// Whether a program waits for the calls of gateways.
    var isListening: Bool {
        guard let listenerLock else { return false }
        // Without the file nobody ever has.
        return FileStatus(listenerLock) != nil && (try? ProcessLock(listenerLock)) == nil
    }

    /// Seals a password.
    ///
    /// - Throws: `FileFault` where there is no key and none can be kept; `SecretsFault`.
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

    /// What opens things; nil where there is no key.
    private func opener() -> Sealer? {
        guard var bytes = try? kept() else { return nil }
        defer { wipe(&bytes) }
        return (try? SealingKey(bytes: bytes)).map { Sealer(key: $0) }
    }

    /// The password of a gateway; nil where it cannot be opened.
    package func password(of gateway: Gateway, of owner: UserID) -> Secret? {
        guard let sealed = gateway.secret,
            let plain = try? opener()?.open(sealed, context: Self.context(gateway, owner))
        else { return nil }
        return Secret(String(decoding: plain, as: UTF8.self))
    }

    /// The key with which a gateway signs its calls; nil where it cannot be opened.
    func signingKey(of gateway: Gateway, of owner: UserID) -> Secret? {
        guard let sealed = gateway.signing,
            let plain = try? opener()?.open(sealed, context: Self.context(gateway, owner, "signing"))
        else { return nil }
        return Secret(String(decoding: plain, as: UTF8.self))
    }

    /// The address that a gateway calls; nil where nobody listens to it, and where there is no key.
    ///
    /// Its secret part comes from the key, so that it is kept nowhere and the same each time.
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
