// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import NoteFormats
import NotesLogic

/// Protected notes, and the questions for their password.
extension NotesModel {
    /// The number of a note that is readable now; asks for the password if any part of it is sealed.
    func unlocked(_ id: Int, _ context: CommandContext) async throws -> Int {
        try await welcome()
        let id = try await service.note(id).id
        if try await service.protection.isSealed(id) { try await unlock(context) }
        return id
    }

    /// A note with its whole text; asks for the password of a protected one, once a login.
    func note(_ id: Int, _ context: CommandContext) async throws -> Note {
        try await welcome()
        let note = try await service.note(id)
        guard note.isProtected else { return note }
        try await unlock(context)
        return try service.protection.opened(note)
    }

    /// Asks for the password if a new note of a notebook is to be sealed.
    ///
    /// - Returns: Whether it is.
    func unlock(forNew notebook: String, _ context: CommandContext) async throws -> Bool {
        guard try await service.lock(ofNotebook: notebook) != nil else { return false }
        try await unlock(context)
        return true
    }

    /// Asks for the password if notes are to be sealed in a notebook.
    ///
    /// - Returns: The sentences about that, beside the result.
    func unlock(
        _ ids: [Int], comingTo notebook: String, _ context: CommandContext
    ) async throws -> [LocalizedText] {
        let open = try await service.unsealed(ids, comingTo: notebook)
        guard !open.isEmpty else { return [] }
        for id in open where context.prompter.leftEdits.contains("edit \(id)") { throw NotesFault.openEdit(id) }
        try await unlock(context)
        return [Strings.lockedOnMove(count: open.count, name: notebook)]
    }

    /// Asks for the password of protected notes, once a login; the first time for a new one, twice.
    func unlock(_ context: CommandContext) async throws {
        try await service.protection.lockIfReplaced()
        guard !service.protection.isUnlocked else { return }
        if try await service.protection.hasPassword() {
            try await askPassword(context.prompter)
        } else {
            try await service.protection.setPassword(try await newPassword(context))
        }
    }

    /// Asks for the password of protected notes, and unlocks them.
    private func askPassword(_ prompter: any Prompter) async throws {
        try await prompter.ask(untilRight: { try await prompter.askSecret(Strings.promptProtected) }) {
            try await service.protection.unlock($0)
        }
    }

    /// Asks for the password under which an export seals protected notes, if it needs one.
    ///
    /// Without an answer they stay locked, and the export leaves them out.
    func unlock(
        toExport query: String?, as format: ExchangeFormat, keepingTrash: Bool, _ context: CommandContext
    ) async throws {
        guard try await service.asksPassword(toExport: query, as: format, keepingTrash: keepingTrash) else { return }
        guard !context.prompter.refusesQuestions else { return service.protection.lock() }
        do { try await askPassword(context.prompter) } catch CommandFault.noAnswer { service.protection.lock() }
    }

    /// Asks for the passwords of sealed notes that an import finds.
    func sealedNoteQuestions(_ prompter: any Prompter) -> SealedNoteQuestions {
        SealedNoteQuestions(
            file: { name, opens in
                try await Self.answer {
                    try await prompter.ask(untilRight: {
                        try await prompter.askSecret(Strings.promptSealed(file: name))
                    }) {
                        guard try await opens($0) else {
                            throw ImportFault(problem: ExchangeProblem(file: name, reason: .otherPassword))
                        }
                    }
                }
            },
            own: { try await Self.answer { try await self.askPassword(prompter) } })
    }

    /// The answer to a question for a password.
    private static func answer(_ ask: () async throws -> Void) async throws -> SealedNoteQuestions.Answer {
        do {
            try await ask()
            return .right
        } catch is ImportFault {
            return .wrong
        } catch NotesFault.wrongPassword {
            return .wrong
        } catch CommandFault.noAnswer {
            return .none
        } catch CommandFault.cancelled {
            throw CancellationError()
        }
    }

    /// A password that is typed twice.
    func newPassword(_ context: CommandContext) async throws -> Secret {
        try await context.prompter.askNewPassword(
            Strings.promptProtectedNew, again: Strings.promptProtectedAgain
        ) { if $0.bytes.isEmpty { throw CommandFault.noPassword } }
    }
}
