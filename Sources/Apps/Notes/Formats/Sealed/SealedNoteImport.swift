// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import NotesStore
import Secrets
package import Session

/// Opens the sealed notes of one import, and keeps them sealed here.
///
/// A password is asked for once: it opens all files that were sealed under it. Where no note is protected here yet, it
/// becomes the password of those that are.
actor SealedNoteImport {
    nonisolated let service: NotesService
    private let questions: SealedNoteQuestions
    /// The passwords that were right, with the keys that they gave.
    private var known: [(password: Secret, key: PasswordKey)] = []
    /// What the files say that nobody has the password of.
    private var refused: [[UInt8]: SealedNoteQuestions.Answer] = [:]
    private var ownAnswer = SealedNoteQuestions.Answer.right
    /// Whether the password of files has become that of the notes here.
    private(set) var hasSetPassword = false

    init(_ service: NotesService, _ questions: SealedNoteQuestions) {
        self.service = service
        self.questions = questions
    }

    /// The bytes that are sealed in a file, or why they stay so.
    ///
    /// - Throws: what a question throws that ends the import, `SecretsFault`.
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

    /// The key of a file; nil where nobody gives the password.
    private func key(of file: SealedNoteFile, named name: String) async throws -> PasswordKey? {
        for key in known.map(\.key) + [service.vault.password].compactMap(\.self) where try file.opens(with: key) {
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

    /// Keeps an opened note sealed, unless it is here already.
    ///
    /// - Returns: Which note it is, or why it could not be kept.
    func keep(_ draft: NoteDraft) async throws -> Result<TakenNote, ExchangeProblem.Failure> {
        guard try await unlock() else {
            return .failure(.init(reason: ownAnswer == .wrong ? .otherOwnPassword : .unaskedOwn))
        }
        do { return .success(try await service.takeSealed(draft)) } catch NotesFault.locked {
            return .failure(.init(reason: .unaskedOwn))
        }
    }

    /// Has the notes here be unlocked.
    private func unlock() async throws -> Bool {
        guard !service.isUnlocked else { return true }
        guard ownAnswer == .right else { return false }
        guard try await service.hasPassword() else {
            guard let password = known.last?.password else { return false }
            try await service.setPassword(password)
            hasSetPassword = true
            return true
        }
        for password in known.map(\.password).reversed() {
            do {
                try await service.unlock(password)
                return true
            } catch NotesFault.wrongPassword {}
        }
        ownAnswer = try await questions.own()
        return service.isUnlocked
    }
}

extension ExchangeProblem {
    /// Why a file was not taken.
    struct Failure: Error {
        let reason: Reason

        init(reason: Reason) { self.reason = reason }

        init(_ fault: SealedNoteFile.Fault) {
            reason =
                switch fault {
                case .damaged: .damagedSeal
                case .newer(let version): .newerSeal(version)
                case .otherPassword: .otherPassword
                }
        }
    }
}

/// Notes that come sealed.
extension NoteImporter {
    /// So many bytes a sealed note has at most, with all that belongs to it.
    private static let largestSealed = 2 << 30

    /// Whether a file is named as one with a sealed note in it.
    static func isSealed(_ path: String) -> Bool {
        (path as NSString).pathExtension.lowercased() == SealedNoteFile.ending
    }

    /// Takes a sealed note: nothing of it is kept in the clear on the way.
    mutating func takeSealed(_ path: String, named name: String) async throws {
        guard let bytes = bytes(of: path, named: name, limit: Self.largestSealed) else { return }
        guard let sealed else {
            do throws(SealedNoteFile.Fault) {
                _ = try SealedNoteFile(bytes)
                report.checked? += 1
                report.checkedSealed += 1
            } catch {
                tell(ExchangeProblem.Failure(error).reason, name)
            }
            return
        }
        switch try await sealed.open(bytes, named: name) {
        case .failure(let failure): tell(failure.reason, name)
        case .success(let plain):
            guard let object = try? JSONSerialization.jsonObject(with: Data(plain)) as? [String: Any],
                let note = NoteJSON.draft(object, written: written(path), in: timeZone)
            else { return tell(.damagedSeal, name) }
            let number = NoteJSON.number(object)
            for problem in note.problems { tell(problem, name) }
            try await keepSealed(note.draft, number: number, named: name, in: sealed)
        }
    }

    private mutating func keepSealed(
        _ draft: NoteDraft, number: Int?, named name: String, in sealed: SealedNoteImport
    ) async throws {
        var draft = placed(draft)
        if Self.replaceNULs(in: &draft) { tell(.nul, name) }
        // What it was imported from is said in a way that tells nobody the text.
        draft.origin = NoteOrigin(
            name: "sealed \(number ?? 0) \(draft.createdAt.milliseconds)", number: number,
            links: number == nil ? [] : LinkText.numbers(in: draft.content))
        switch try await sealed.keep(draft) {
        case .failure(let failure): tell(failure.reason, name)
        case .success(let taken): await count(draft, taken)
        }
    }

    private mutating func tell(_ reason: ExchangeProblem.Reason, _ file: String) {
        report.problems.append(ExchangeProblem(file: file, reason: reason))
    }
}

/// Asks for the passwords that sealed notes take when they come in.
package struct SealedNoteQuestions: Sendable {
    /// What came of a question.
    package enum Answer: Hashable, Sendable {
        /// The password was right.
        case right
        /// The last one that was given was wrong.
        case wrong
        /// Nobody was there to answer.
        case none
    }

    /// Says whether a password opens a file.
    package typealias Opening = @Sendable (Secret) async throws -> Bool

    /// Asks for the password of a file of this name until one opens it, or nobody tries again.
    package let file: @MainActor @Sendable (String, @escaping Opening) async throws -> Answer
    /// Asks for the password of the notes that are protected here.
    package let own: @MainActor @Sendable () async throws -> Answer

    package init(
        file: @escaping @MainActor @Sendable (String, @escaping Opening) async throws -> Answer,
        own: @escaping @MainActor @Sendable () async throws -> Answer
    ) {
        self.file = file
        self.own = own
    }

    /// Where nobody can be asked.
    package static let unanswered = SealedNoteQuestions(file: { _, _ in .none }, own: { .none })
}
