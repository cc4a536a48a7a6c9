// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSecrets
package import AtriumSession
import AtriumStores
import Synchronization

/// The protection of notes by a password.
///
/// A protected note shows its title; the rest, and every version, is sealed with a random key of its owner, which is
/// itself sealed under a key from a password. The password of the account does not matter here: the one that protected the
/// notes stays valid until `changePassword(from:to:)`.
package struct NoteProtection: Sendable {
    let store: NoteStore
    let owner: UserID
    /// The cost of deriving a key from the password.
    let cost: Argon2Parameters
    private let vault = NoteVault()

    /// Whether protected notes can be read and written now.
    package var isUnlocked: Bool { vault.sealer != nil }

    /// The key that the password gives; `nil` while notes are locked.
    package var passwordKey: PasswordKey? { vault.password }

    /// Whether there is a password for protected notes.
    package func hasPassword() async throws -> Bool { try await store.read({ try $0.key() }) != nil }

    /// Locks protected notes if their key was replaced.
    ///
    /// An import has replaced the notes, or another shell has changed the password: what the former key would seal might
    /// never open.
    package func lockIfReplaced() async throws {
        if isUnlocked, try await !store.read({ isOfStore(try $0.key()) }) { lock() }
    }

    /// Whether the key here is the stored one.
    private func isOfStore(_ stored: WrappedKey?) -> Bool { stored != nil && stored?.salt == passwordKey?.salt }

    /// Sets the password of the first protected note, and unlocks.
    ///
    /// - Throws: `NotesFault.noPassword` for an empty one, `NotesFault.wrongPassword` if there is one already.
    package func setPassword(_ password: Secret) async throws {
        let turn = vault.turn
        var key = SodiumRandom().bytes(SealingKey.count)
        defer { wipe(&key) }
        guard !password.bytes.isEmpty else { throw NotesFault.noPassword }
        let (wrapped, under) = try await wrapping.wrap(key, password: password)
        guard try await store.write({ try $0.keepKey(wrapped, replacing: nil) }) else { throw NotesFault.wrongPassword }
        vault.open(with: try SealingKey(bytes: key), under: under, since: turn)
    }

    /// Unlocks protected notes until `lock()`.
    ///
    /// - Throws: `NotesFault.wrongPassword`, `NotesFault.nothingProtected`.
    package func unlock(_ password: Secret) async throws {
        let turn = vault.turn
        guard let wrapped = try await store.read({ try $0.key() }) else { throw NotesFault.nothingProtected }
        var (key, under) = try await wrapping.unwrap(wrapped, password: password)
        defer { wipe(&key) }
        vault.open(with: try SealingKey(bytes: key), under: under, since: turn)
    }

    /// Wipes the key, as at the end or the lock of a login.
    package func lock() { vault.close() }

    /// Seals the key under another password; no note changes.
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

    private var wrapping: KeyWrapping { KeyWrapping(cost: cost) }

    private func sealer(for id: Int) throws -> Sealer {
        guard let sealer = vault.sealer else { throw NotesFault.locked(id) }
        return sealer
    }

    /// The bytes that tie a sealed text to its note: it does not open as another’s.
    ///
    /// The owner is not among them, since each has a key of their own, and another number in another installation.
    private func context(of id: Int) -> [UInt8] { Array("note \(id)".utf8) }
}

extension NoteProtection {
    /// Seals a note, all its versions and its attachments; its title stays readable.
    ///
    /// Removes unfinished texts that the note contains.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.locked`, `NotesFault.brokenOff`.
    package func protect(_ id: Int) async throws -> Note {
        let sealer = try sealer(for: id)
        return try await naming(id) {
            try await rewrite(id) { [context = context(of: id)] note, version in
                guard version.sealed == nil else { return version }
                return NoteVersion(
                    number: version.number, savedAt: version.savedAt, content: note.readable(note.content),
                    sealed: sealer.seal(Array(version.content.utf8), context: context))
            }
        }
    }

    /// Opens a protected note, all its versions and its attachments for good.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.locked`, `NotesFault.damaged`, `NotesFault.brokenOff`.
    package func unprotect(_ id: Int) async throws -> Note {
        guard isUnlocked else { throw NotesFault.locked(id) }
        return try await naming(id) {
            let note = try await rewrite(id) { _, version in try opened(version, of: id) }
            try await openAttachments(of: id)
            return note
        }
    }

    /// Names the note in a fault of the store: its text is sealed in one step and each attachment in another, and a disk
    /// may fail between them.
    private func naming(_ id: Int, _ body: () async throws -> Note) async throws -> Note {
        do { return try await body() } catch let fault as StoreFault { throw NotesFault.brokenOff(id, fault) }
    }

    private func rewrite(_ id: Int, _ body: (Note, NoteVersion) throws -> NoteVersion) async throws -> Note {
        while true {
            let (note, versions) = try await store.read { (try $0.existing(id), try $0.versions(of: id)) }
            let rewritten = try versions.map { try body(note, $0) }
            guard rewritten != versions else { return note }
            if rewritten.first?.sealed != nil {
                // A store that was made again has no key: a note sealed with the old one would never open.
                try await lockIfReplaced()
                guard isUnlocked else { throw NotesFault.locked(id) }
                let unfinished = try await store.read { try $0.unfinished() }.filter { text in
                    versions.contains { $0.content.contains(text.content) }
                }
                for text in unfinished { try await store.write { try $0.dropUnfinished(text.id) } }
                try await sealAttachments(of: id)
            }
            // Another shell may have saved meanwhile: then once more, with the text that it saved.
            if let note = try await store.write({ try $0.rewrite(id, rewritten) }) { return note }
        }
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
    /// - Throws: As `opened(_:)`.
    func opened(_ version: NoteVersion, of id: Int) throws -> NoteVersion {
        guard let sealed = version.sealed else { return version }
        return NoteVersion(
            number: version.number, savedAt: version.savedAt, content: try opened(sealed, of: id))
    }

    private func opened(_ sealed: [UInt8], of id: Int) throws -> String {
        let sealer = try sealer(for: id)
        guard let plain = try? sealer.open(sealed, context: context(of: id)) else { throw NotesFault.damaged(id) }
        return String(decoding: plain, as: UTF8.self)
    }

    /// The sealed form of a note’s text; `nil` while notes are locked.
    func sealed(_ content: String, of id: Int) -> [UInt8]? {
        vault.sealer?.seal(Array(content.utf8), context: context(of: id))
    }

    /// Keeps a new note, sealed from the beginning.
    ///
    /// - Parameter unfinished: The unfinished text that becomes the note, which is removed.
    /// - Throws: `NotesFault.locked`.
    func insert(_ draft: NoteDraft, finishing unfinished: Int?) async throws -> Note {
        let sealer = try sealer(for: 0)
        return try await store.write { notes in
            guard isOfStore(try notes.key()) else {
                lock()
                throw NotesFault.lockedNotebook(draft.marks.notebook)
            }
            if let unfinished { try notes.dropUnfinished(unfinished) }
            return try insert(Self.bare(draft), of: draft, by: sealer, in: notes)
        }
    }

    /// The readable part of a draft that is sealed: its title, unless a file has that in its name.
    private static func bare(_ draft: NoteDraft) -> NoteDraft {
        var bare = draft
        bare.content = draft.names.isEmpty ? Note.firstLine(of: draft.content) : ""
        bare.attachments = []
        return bare
    }

    /// Inserts the readable part of a draft, with its text and files sealed.
    private func insert(
        _ bare: NoteDraft, of draft: NoteDraft, by sealer: Sealer, in notes: any NoteDAO
    ) throws -> Note {
        try notes.insertSealed(bare) { id in
            let context = context(of: id)
            let sealing = AttachmentSealing(sealer: sealer, context: context)
            return (sealer.seal(Array(draft.content.utf8), context: context), draft.attachments.map(sealing.sealed))
        }
    }

    /// Keeps an imported note, sealed from the beginning, unless it is here already.
    ///
    /// - Throws: `NotesFault.locked`.
    func take(_ draft: NoteDraft) async throws -> TakenNote {
        let sealer = try sealer(for: 0)
        var bare = Self.bare(draft)
        if let origin = draft.origin {
            let code = sealer.code(of: Array("\(origin.name)\n\(draft.content)".utf8))
            bare.origin = NoteOrigin(name: "sealed " + code.map { String($0, radix: 16) }.joined(separator: "."))
        }
        let origin = bare.origin
        return try await store.write { [bare] notes in
            func isHere(_ note: Note) -> Bool {
                guard let sealed = note.sealed else { return draft.isSame(as: note.content) }
                return (try? opened(sealed, of: note.id)).map(draft.isSame) ?? false
            }
            if let origin, let note = try notes.notes(.origin(origin.key), limit: 1).first {
                return TakenNote(id: note.id, kind: .imported)
            }
            for text in Set([draft.content, bare.content, ""]) {
                let key = NoteKey.twin(NoteDraft.twin(of: text), draft.createdAt...draft.createdAt)
                if let note = try notes.notes(key, limit: .max).first(where: isHere) {
                    return TakenNote(id: note.id, kind: .equal)
                }
            }
            guard isOfStore(try notes.key()) else {
                lock()
                throw NotesFault.locked(0)
            }
            return TakenNote(id: try insert(bare, of: draft, by: sealer, in: notes).id, kind: .new)
        }
    }
}

/// Attachments.
extension NoteProtection {
    /// Whether anything of a note is sealed: its text, or an attachment if sealing or opening was broken off.
    ///
    /// - Throws: `NotesFault.unknownNote`.
    package func isSealed(_ id: Int) async throws -> Bool {
        try await store.read { notes in
            try notes.existing(id).isProtected || notes.attachments(of: id).contains { $0.sealed != nil }
        }
    }

    /// Attachments of a note with their names, their types and the sizes of their plain bytes.
    ///
    /// - Throws: `NotesFault.locked`, `NotesFault.damaged`.
    package func opened(_ attachments: [Attachment], of id: Int) throws -> [Attachment] {
        try attachments.map { try opened($0, of: id) }
    }

    func opened(_ attachment: Attachment, of id: Int) throws -> Attachment {
        guard let sealed = attachment.sealed else { return attachment }
        guard let facts = try sealing(of: id).facts(sealed) else { throw NotesFault.damaged(id) }
        return Attachment(
            number: attachment.number, name: facts.name, type: facts.type, size: attachment.size - Sealer.overhead,
            digest: attachment.digest, sealed: sealed, place: facts.place)
    }

    /// The sealed form of an attachment of a note.
    ///
    /// - Throws: `NotesFault.locked`.
    func sealed(_ draft: AttachmentDraft, of id: Int) throws -> AttachmentDraft { try sealing(of: id).sealed(draft) }

    /// The plain bytes of a kept attachment.
    ///
    /// - Throws: `AttachmentFault.unknown`, `NotesFault.locked`, `NotesFault.damaged`.
    func bytes(of attachment: Attachment, _ id: Int) async throws -> [UInt8] {
        guard let bytes = try await store.read({ try $0.bytes(of: attachment.digest) }) else {
            throw AttachmentFault.unknown(attachment.name, note: id)
        }
        guard let sealed = attachment.sealed else { return bytes }
        let sealing = try sealing(of: id)
        guard let facts = sealing.facts(sealed), let plain = sealing.bytes(bytes, digest: facts.digest) else {
            throw NotesFault.damaged(id)
        }
        return plain
    }

    private func sealing(of id: Int) throws -> AttachmentSealing {
        AttachmentSealing(sealer: try sealer(for: id), context: context(of: id))
    }

    /// Seals the unsealed attachments of a note one by one, so that only one is in memory.
    func sealAttachments(of id: Int) async throws {
        for attachment in try await store.read({ try $0.attachments(of: id) }) where attachment.sealed == nil {
            guard let bytes = try await store.read({ try $0.bytes(of: attachment.digest) }) else {
                throw NotesFault.damaged(id)
            }
            let plain = AttachmentDraft(
                name: attachment.name, type: attachment.type, bytes: bytes, digest: attachment.digest,
                place: attachment.place)
            let sealed = try sealed(plain, of: id)
            _ = try await store.write { try $0.replace(attachment, of: id, with: sealed) }
        }
    }

    /// Opens the sealed attachments of a note for good.
    private func openAttachments(of id: Int) async throws {
        for attachment in try await store.read({ try $0.attachments(of: id) }) where attachment.sealed != nil {
            let opened = try opened(attachment, of: id)
            let bytes = try await bytes(of: opened, id)
            let plain = AttachmentDraft(
                name: opened.name, type: opened.type, bytes: bytes, digest: Digest(bytes: SHA256.hash(bytes)),
                place: opened.place)
            _ = try await store.write { try $0.replace(attachment, of: id, with: plain) }
        }
    }
}

/// The key of protected notes between the password and the end or the lock of the login.
///
/// Safe from any thread. Callers that ask for the key while it is being derived find the vault closed.
private final class NoteVault: Sendable {
    private let state = Mutex<(key: SealingKey?, password: PasswordKey?, turn: Int)>((nil, nil, 0))

    /// Seals and opens with the key; `nil` while the vault is closed.
    var sealer: Sealer? { state.withLock { $0.key }.map { Sealer(key: $0) } }

    /// Counts how often the vault was closed: a key derived meanwhile is too late.
    var turn: Int { state.withLock { $0.turn } }

    /// The key that the password gives, which seals exported notes; `nil` while the vault is closed.
    var password: PasswordKey? { state.withLock { $0.password } }

    /// Takes the key, and the one from the password that seals it, unless the vault was closed since this turn.
    func open(with key: SealingKey, under password: PasswordKey, since turn: Int) {
        state.withLock { state in
            if state.turn == turn { (state.key, state.password) = (key, password) }
        }
    }

    /// Takes the key from another password, unless the vault is closed.
    func rekey(_ password: PasswordKey) {
        state.withLock { if $0.key != nil { $0.password = password } }
    }

    /// Wipes the keys.
    func close() { state.withLock { $0 = (nil, nil, $0.turn + 1) } }
}

/// Wraps a user’s data key under a key from a password, and unwraps it.
///
/// The data key is random and stays: a new password costs one small row, and no note is sealed anew.
struct KeyWrapping {
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

    private var context: [UInt8] { Array("notes key".utf8) }
}
