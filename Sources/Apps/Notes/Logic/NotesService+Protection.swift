// SPDX-License-Identifier: GPL-3.0-or-later

import Secrets
package import Session
import Stores
import Synchronization

/// Notes that nobody reads without the password.
///
/// A protected note shows its title; the rest, and every version, is sealed with a random key of its owner, which is
/// itself sealed under a key from a password. No app knows of another, so the account’s password may change without
/// this: the one that the notes were protected with counts until `changePassword(from:to:)`.
extension NotesService {
    /// Whether protected notes can be read and written now.
    package var isUnlocked: Bool { vault.sealer != nil }

    /// Whether there is a password for protected notes.
    package func hasPassword() async throws -> Bool { try await store.read({ try $0.key() }) != nil }

    /// Sets the password of the first protected note, and unlocks.
    ///
    /// - Throws: `NotesFault.noPassword` for an empty one, `NotesFault.wrongPassword` where there is one by now.
    package func setPassword(_ password: Secret) async throws {
        let turn = vault.turn
        var key = SodiumRandom().bytes(SealingKey.count)
        defer { wipe(&key) }
        guard !password.bytes.isEmpty else { throw NotesFault.noPassword }
        let (wrapped, under) = try await wrapping.wrap(key, password: password)
        guard try await store.write({ try $0.keepKey(wrapped, replacing: nil) }) else { throw NotesFault.wrongPassword }
        vault.open(with: try SealingKey(bytes: key), under: under, since: turn)
    }

    /// Opens protected notes until `lock()`.
    ///
    /// - Throws: `NotesFault.wrongPassword`, `NotesFault.nothingProtected`.
    package func unlock(_ password: Secret) async throws {
        let turn = vault.turn
        guard let wrapped = try await store.read({ try $0.key() }) else { throw NotesFault.nothingProtected }
        var (key, under) = try await wrapping.unwrap(wrapped, password: password)
        defer { wipe(&key) }
        vault.open(with: try SealingKey(bytes: key), under: under, since: turn)
    }

    /// Forgets the key: the login has ended or is locked.
    package func lock() { vault.close() }

    /// Puts the key under another password; no note is touched.
    ///
    /// - Throws: `NotesFault.wrongPassword`, `NotesFault.nothingProtected`, `NotesFault.noPassword`.
    package func changePassword(from old: Secret, to new: Secret) async throws {
        guard let wrapped = try await store.read({ try $0.key() }) else { throw NotesFault.nothingProtected }
        guard !new.bytes.isEmpty else { throw NotesFault.noPassword }
        var key = try await wrapping.unwrap(wrapped, password: old).key
        defer { wipe(&key) }
        let (again, under) = try await wrapping.wrap(key, password: new)
        guard try await store.write({ try $0.keepKey(again, replacing: wrapped) }) else {
            throw NotesFault.wrongPassword
        }
        vault.rekey(under)
    }

    /// Seals a note, all its versions and its attachments; its title stays readable.
    ///
    /// Unfinished texts that stand in it are forgotten.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.locked`, `NotesFault.brokenOff`.
    package func protect(_ id: Int) async throws -> Note {
        guard let sealer = vault.sealer else { throw NotesFault.locked(id) }
        return try await namingWhatIsHalf(id) {
            try await rewrite(id) { [context = context(of: id)] note, version in
                guard version.sealed == nil else { return version }
                return NoteVersion(
                    number: version.number, savedAt: version.savedAt, content: note.readable(note.content),
                    sealed: sealer.seal(Array(version.content.utf8), context: context))
            }
        }
    }

    /// Makes a protected note, all its versions and its attachments plain again.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.locked`, `NotesFault.damaged`, `NotesFault.brokenOff`.
    package func unprotect(_ id: Int) async throws -> Note {
        guard isUnlocked else { throw NotesFault.locked(id) }
        return try await namingWhatIsHalf(id) {
            let note = try await rewrite(id) { [self] _, version in try opened(version, of: id) }
            try await openAttachments(of: id)
            return note
        }
    }

    /// The text is sealed in one step, each attachment in one of its own: a disk that fails may do so between them.
    private func namingWhatIsHalf(_ id: Int, _ body: () async throws -> Note) async throws -> Note {
        do { return try await body() } catch let fault as StoreFault { throw NotesFault.brokenOff(id, fault) }
    }

    /// A protected note with its whole text; any other as it is.
    ///
    /// - Throws: `NotesFault.locked`, `NotesFault.damaged`.
    package func opened(_ note: Note) throws -> Note {
        guard let sealed = note.sealed else { return note }
        var note = note
        note.content = try opened(sealed, of: note.id)
        return note
    }

    /// A version with its whole text.
    ///
    /// - Throws: as `opened(_:)`.
    func opened(_ version: NoteVersion, of id: Int) throws -> NoteVersion {
        guard let sealed = version.sealed else { return version }
        return NoteVersion(
            number: version.number, savedAt: version.savedAt, content: try opened(sealed, of: id))
    }

    /// Changes the text of a protected note.
    func modifyProtected(_ id: Int, to content: String, renames: Bool, basedOn base: Int?) async throws -> SavedNote {
        let note = try opened(await note(id))
        guard note.isProtected else { throw NotesFault.unknownNote(id) }
        guard note.content != content else {
            return SavedNote(note: note, isUnchanged: true, conflict: nil, relinked: [])
        }
        guard let sealer = vault.sealer else { throw NotesFault.locked(id) }
        let sealed = sealer.seal(Array(content.utf8), context: context(of: id))
        guard
            let modified = try await store.write({ [clock] in
                try $0.modify(
                    id, content: note.readable(content), sealed: sealed, renames: renames, at: clock.now)
            })
        else { throw NotesFault.unknownNote(id) }
        return await told(SavedNote(modified, basedOn: base), modified, renames: renames)
    }

    private var wrapping: KeyWrapping { KeyWrapping(owner: owner, cost: sealingCost) }

    /// Ties a sealed text to its note, so that it does not open as another’s.
    func context(of id: Int) -> [UInt8] { Self.context(of: id, owner: owner) }

    /// The same for an owner’s note.
    static func context(of id: Int, owner: UserID) -> [UInt8] { Array("note \(owner.rawValue)/\(id)".utf8) }

    private func opened(_ sealed: [UInt8], of id: Int) throws -> String {
        guard let sealer = vault.sealer else { throw NotesFault.locked(id) }
        guard let plain = try? sealer.open(sealed, context: context(of: id)) else { throw NotesFault.damaged(id) }
        return String(decoding: plain, as: UTF8.self)
    }

    /// The sealed form of a note’s text; nil while notes are locked.
    func sealed(_ content: String, of id: Int) -> [UInt8]? {
        vault.sealer?.seal(Array(content.utf8), context: context(of: id))
    }

    private func rewrite(_ id: Int, _ body: (Note, NoteVersion) throws -> NoteVersion) async throws -> Note {
        while true {
            let note = try await note(id)
            let versions = try await store.read { try $0.versions(of: id) }
            let rewritten = try versions.map { try body(note, $0) }
            guard rewritten != versions else { return note }
            if rewritten.first?.sealed != nil {
                // A store that was made again has no key: what is sealed with the old one would never open.
                guard try await hasPassword() else {
                    lock()
                    throw NotesFault.locked(id)
                }
                try await dropUnfinished(standingIn: versions)
                try await sealAttachments(of: id)
            }
            // Another shell may have saved meanwhile: then once more, with what it saved.
            if let note = try await store.write({ try $0.rewrite(id, rewritten) }) { return note }
        }
    }

    /// Forgets unfinished texts that are a part of one of these.
    func dropUnfinished(standingIn versions: [NoteVersion]) async throws {
        for text in try await unfinished() where versions.contains(where: { $0.content.contains(text.content) }) {
            try await dropUnfinished(text.id)
        }
    }
}

/// Has the key of protected notes between the password and the end or the lock of the login.
///
/// Safe from any thread. What asks for the key while it is being derived sees the vault closed.
final class NoteVault: Sendable {
    private let state = Mutex<(key: SealingKey?, password: PasswordKey?, turn: Int)>((nil, nil, 0))

    /// Seals and opens with the key; nil while the vault is closed.
    var sealer: Sealer? { state.withLock { $0.key }.map { Sealer(key: $0) } }

    /// Counts how often the vault was closed: a key derived meanwhile is too late.
    var turn: Int { state.withLock { $0.turn } }

    /// The key that the password gives, under which notes are sealed that leave the store; nil while the vault is closed.
    var password: PasswordKey? { state.withLock { $0.password } }

    /// Takes the key, and the one from the password that it is kept under, unless the vault was closed since this turn.
    func open(with key: SealingKey, under password: PasswordKey, since turn: Int) {
        state.withLock { state in
            if state.turn == turn { (state.key, state.password) = (key, password) }
        }
    }

    /// Takes the key from another password; nothing happens while the vault is closed.
    func rekey(_ password: PasswordKey) {
        state.withLock { if $0.key != nil { $0.password = password } }
    }

    /// Forgets the keys; their memory is wiped.
    func close() { state.withLock { $0 = (nil, nil, $0.turn + 1) } }
}

/// Wraps a user’s data key under a key from a password, and gets it out again.
///
/// The data key is random and stays the same, so that a new password costs one small row and no note is sealed anew.
struct KeyWrapping {
    let owner: UserID
    let cost: Argon2Parameters

    /// Wraps a key’s bytes.
    ///
    /// Takes the time and the memory of the cost, off the caller’s actor.
    ///
    /// - Returns: The wrapped key, and the one that the password gives.
    func wrap(_ key: [UInt8], password: Secret) async throws -> (wrapped: WrappedKey, under: PasswordKey) {
        let under = try await PasswordKey.new(password.bytes, cost: cost)
        let wrapped = PasswordSealed(key, under: under, context: context)
        return (
            WrappedKey(salt: wrapped.salt, passes: cost.passes, memory: cost.memory, sealed: wrapped.sealed), under
        )
    }

    /// The bytes of a wrapped key, and the key that the password gives; off the caller’s actor.
    ///
    /// - Throws: `NotesFault.wrongPassword`, `NotesFault.damagedKey`, `SecretsFault`.
    func unwrap(_ wrapped: WrappedKey, password: Secret) async throws -> (key: [UInt8], under: PasswordKey) {
        let cost = Argon2Parameters(passes: wrapped.passes, memory: wrapped.memory)
        let wrapped = PasswordSealed(salt: wrapped.salt, cost: cost, sealed: wrapped.sealed)
        do throws(SecretsFault) {
            let under = try await wrapped.key(from: password.bytes)
            return (try wrapped.open(with: under, context: context), under)
        } catch .notAuthentic {
            throw NotesFault.wrongPassword
        } catch .notSealed, .saltLength, .excessiveCost {
            throw NotesFault.damagedKey
        }
    }

    private var context: [UInt8] { Array("notes key \(owner.rawValue)".utf8) }
}
