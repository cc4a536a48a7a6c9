// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AccountLogic
import AccountStore
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Dice
import Testing

/// The same random operations on both stores have the same results and leave the same data.
struct AccountStoreAgreementTests {
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func sameOperationsSameResults(seed: UInt64) async throws {
        let (memory, sqlite) = (try TestStore.memory.open(), try TestStore.sqlite.open())
        let one = try AccountStores(on: memory.system)
        let two = try AccountStores(on: sqlite.system)
        var dice = Dice(seed: seed)
        for step in 0..<150 {
            let operation = Operation(step: step, dice: &dice)
            let expected = await operation.result(on: one)
            #expect(await operation.result(on: two) == expected, "step \(step): \(operation)")
        }
        for raw in 0...Int64(40) {
            let user = UserID(rawValue: raw)
            #expect(try await two.find(user) == one.find(user))
            #expect(try await two.preferences(of: user) == one.preferences(of: user))
            let always = Timestamp(milliseconds: .min)
            #expect(try await two.sessions(of: user, after: always) == one.sessions(of: user, after: always))
        }
    }
}

/// One operation with its values, chosen at random from few, so that they often meet.
private struct Operation {
    private let kind: Int
    private let name: String
    private let user: UserID
    private let number: Int
    private let hashes: (old: String, new: String)
    private let now: Timestamp
    private let session: SessionDraft
    private let change: ProfileChange
    private let value: String?
    private let bucket: Int

    init(step: Int, dice: inout Dice) {
        kind = Int.random(in: 0..<23, using: &dice)
        name = ["ana", "Bob", "王小明", "Zoë"].randomElement(using: &dice) ?? ""
        user = UserID(rawValue: .random(in: 1...6, using: &dice))
        number = .random(in: 1...5, using: &dice)
        hashes = ("hash \(Int.random(in: 0...1, using: &dice))", "hash \(Int.random(in: 0...1, using: &dice))")
        now = Timestamp(seconds: .random(in: 0...50, using: &dice))
        // Fingerprints are unique, as tokens are; now and then the store is asked for one that it has.
        let isKept = Bool.random(using: &dice)
        session = SessionDraft(
            fingerprint: isKept ? Self.fingerprint(step) : nil, startedAt: now,
            expiresAt: now + .seconds(Int.random(in: 1...60, using: &dice)), place: "tty\(step % 3)",
            origin: step % 4 == 0 ? number : nil, name: step % 5 == 0 ? name : "",
            apps: isKept && step % 3 == 0 ? ["notes", "sms"] : nil)
        let text = ["", "x", "it's \"quoted\"", "émoji 🙂"].randomElement(using: &dice) ?? ""
        change =
            [.displayName(text), .email(text), .phone(text), .language(.french), .language(nil)]
            .randomElement(using: &dice) ?? .email(text)
        value = Bool.random(using: &dice) ? text : nil
        bucket = .random(in: 0...2, using: &dice)
    }

    private static func fingerprint(_ number: Int) -> [UInt8] { Array(repeating: UInt8(number), count: 32) }

    func result(on dao: AccountStores) async -> String {
        do { return try await perform(on: dao) } catch { return "\(error)" }
    }

    private func perform(on dao: AccountStores) async throws -> String {
        switch kind {
        case 0, 1:
            let draft = AccountDraft(
                name: name, nameKey: AccountName.key(of: name), passwordHash: hashes.old, createdAt: now)
            return "\(try await dao.create(draft, session: session))"
        case 2: return "\(try await dao.isEmpty()) \(try await dao.find(nameKey: AccountName.key(of: name)) as Any)"
        case 3: return "\(try await dao.modify(user, change) as Any)"
        case 4: return "\(try await dao.rehash(user, from: hashes.old, to: hashes.new))"
        case 5:
            return
                "\(try await dao.changePassword(of: user, from: hashes.old, to: hashes.new, session: session) as Any)"
        case 6: return number == 1 ? "\(try await dao.remove(user))" : ""
        case 7: return "\(try await dao.setPreference(name, to: value, of: user))"
        case 8, 9:
            let started = try await dao.start(
                session, for: user, insteadOf: value == nil ? [] : [number], unusedSince: Timestamp(seconds: 25))
            return "\(started as Any)"
        case 10: return "\(try await dao.login(number, of: user) as Any)"
        case 11: return "\(try await dao.login(fingerprint: Self.fingerprint(number * 7)) as Any)"
        case 12: return "\(try await dao.sessions(of: user, after: now))"
        case 13: return "\(try await dao.touch(number, of: user, at: now))"
        case 14: return "\(try await dao.end(number, of: user))"
        case 15: return "\(try await dao.endOthers(than: number, of: user, after: now))"
        case 16:
            let kept = try await dao.kept(number, of: user)
            return "\(kept as Any) \(try await dao.logOut(number, from: number, of: user))"
        case 17:
            let (user, name, value) = (user, name, value)
            let kind = KeptKind.allCases[number % KeptKind.allCases.count]
            try await dao.accounts.write { try $0.keep(kind, name, value, of: user) }
            return "\(try await dao.accounts.read { try $0.kept(kind, of: user).sorted { $0.key < $1.key } })"
        case 18:
            let (user, now, name) = (user, now, name)
            let event = AuditEvent.allCases[number]
            try await dao.accounts.write { try $0.note(event, by: user, at: now, subject: name, place: "pts/1") }
            return "\(try await dao.accounts.read { try $0.audit(before: nil, limit: 2) })"
        case 19:
            let number = number
            return "\(try await dao.accounts.read { try $0.audit(before: number, limit: 3) })"
        case 20:
            let (user, number, name, now) = (user, number, name, now)
            try await dao.accounts.write { accounts in
                guard var session = try accounts.login(.number(number, of: user))?.session else { return }
                session.name = name
                session.lastUsedAt = now
                try accounts.update(session)
            }
            return "\(try await dao.login(number, of: user) as Any)"
        case 21:
            let (user, name, hash) = (user, name, hashes.new)
            try await dao.accounts.write { accounts in
                guard var account = try accounts.account(user) else { return }
                let isFree = try accounts.account(nameKey: AccountName.key(of: name)) == nil
                if isFree { account.profile.name = name }
                account.passwordHash = hash
                account.isDisabled.toggle()
                account.role = account.role == .owner ? .member : .owner
                try accounts.update(account)
            }
            return "\(try await dao.accounts.read { try $0.accounts() })"
        default:
            let (now, number) = (now, number)
            let earlier = try await dao.modifyAttempts(in: bucket) {
                number == 1 ? nil : Attempts(failures: ($0?.failures ?? 0) + number, lastAt: now)
            }
            return "\(earlier as Any) \(try await dao.attempts(in: bucket) as Any)"
        }
    }
}
