// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import Foundation
import NotesLogic

/// Opens the sealed notes of one import, and keeps them sealed here.
///
/// Each password is requested once: it opens all files that were sealed under it. If no note is protected here yet, it
/// becomes the password of those that are.
actor SealedNoteImport {
    private let service: NotesService
    private let questions: SealedNoteQuestions
    /// The correct passwords, with their keys.
    private var known: [(password: Secret, key: PasswordKey)] = []
    /// The files whose password is unknown, by their salts.
    private var refused: [[UInt8]: SealedNoteQuestions.Answer] = [:]
    private var ownAnswer = SealedNoteQuestions.Answer.right
    /// Whether the password of files has become that of the notes here.
    private(set) var hasSetPassword = false

    init(_ service: NotesService, _ questions: SealedNoteQuestions) {
        self.service = service
        self.questions = questions
    }

    /// The sealed bytes of a file, or the reason why they stay sealed.
    ///
    /// - Throws: The error of a question that ends the import, `SecretsFault`.
    func open(_ bytes: [UInt8], named name: String) async throws -> Result<[UInt8], ExchangeProblem.Failure> {
        do {
            let file = try SealedNoteFile(bytes)
            guard let key = try await key(of: file, named: name) else {
                return .failure(.init(reason: refused[file.salt] == .wrong ? .otherPassword : .unasked))
            }
            return .success(try file.open(with: key))
        } catch let fault as SealedNoteFile.Fault {
            return .failure(.init(fault))
        }
    }

    /// The key of a file; `nil` if its password is unknown.
    private func key(of file: SealedNoteFile, named name: String) async throws -> PasswordKey? {
        for key in known.map(\.key) + [service.protection.passwordKey].compactMap(\.self)
        where try file.opens(with: key) {
            return key
        }
        guard refused[file.salt] == nil else { return nil }
        for password in known.map(\.password) where try await opens(file, password) { return known.last?.key }
        let answer = try await questions.file(name) { [self] in try await opens(file, $0) }
        guard answer == .right else {
            refused[file.salt] = answer
            return nil
        }
        return known.last?.key
    }

    /// Whether a password opens a file; one that does is known from then on.
    private func opens(_ file: SealedNoteFile, _ password: Secret) async throws -> Bool {
        let key = try await file.key(from: password.bytes)
        guard try file.opens(with: key) else { return false }
        known.append((password, key))
        return true
    }

    /// Unlocks the notes here.
    ///
    /// - Returns: Why that cannot be; `nil` once they are unlocked.
    func unlocking() async throws -> ExchangeProblem.Reason? {
        try await unlock() ? nil : ownAnswer == .wrong ? .otherOwnPassword : .unaskedOwn
    }

    private func unlock() async throws -> Bool {
        guard !service.protection.isUnlocked else { return true }
        guard ownAnswer == .right else { return false }
        guard try await service.protection.hasPassword() else {
            guard let password = known.last?.password else { return false }
            try await service.protection.setPassword(password)
            hasSetPassword = true
            return true
        }
        for password in known.map(\.password).reversed() {
            do {
                try await service.protection.unlock(password)
                return true
            } catch NotesFault.wrongPassword {}
        }
        ownAnswer = try await questions.own()
        return service.protection.isUnlocked
    }
}

extension ExchangeProblem.Failure {
    init(_ fault: SealedNoteFile.Fault) {
        reason =
            switch fault {
            case .damaged: .damagedSeal
            case .newer(let version): .newerSeal(version)
            case .otherPassword: .otherPassword
            }
    }
}

/// Notes that come sealed, each in a file of its own.
enum SealedNotes: NoteFormat {
    static let id = "sealed"
    static let standing = FormatStanding.last

    /// The most bytes of a sealed note, with all that belongs to it.
    private static let largest = 2 << 30

    static func claims(_ file: ImportFile) -> Bool { file.ending == SealedNoteFile.ending }

    /// Imports a sealed note: no part of it is kept in the clear on the way.
    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        guard let bytes = context.bytes(of: file, limit: largest) else { return }
        let importer = context.importer
        guard importer.report.checked == nil else {
            do throws(SealedNoteFile.Fault) {
                _ = try SealedNoteFile(bytes)
                importer.report.checked? += 1
                importer.report.checkedSealed += 1
            } catch {
                context.tell(ExchangeProblem.Failure(error).reason, file.name)
            }
            return
        }
        let sealed = context.memory.value { SealedNoteImport(importer.service, importer.questions) }
        switch try await sealed.open(bytes, named: file.name) {
        case .failure(let failure): context.tell(failure.reason, file.name)
        case .success(let plain):
            guard let object = try? JSONSerialization.jsonObject(with: Data(plain)) as? [String: Any],
                let note = try? NoteJSON.draft(object, written: context.written(file.path), in: context.timeZone)
            else { return context.tell(.damagedSeal, file.name) }
            if let reason = try await sealed.unlocking() { return context.tell(reason, file.name) }
            importer.report.hasSetPassword = await sealed.hasSetPassword
            do { try await importer.takeSealed(note, from: file.name) } catch NotesFault.locked {
                context.tell(.unaskedOwn, file.name)
            }
        }
    }
}
