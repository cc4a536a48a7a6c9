// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Markdown
import NotesDomain
import NotesLogic
import Session

/// Where the links of notes lead.
extension NotesModel {
    /// Follows a link of a note: opens the note that it points at, or has an address opened by the program that the
    /// user has chosen; where there is none the reply is the address.
    ///
    /// - Throws: `NotesFault.unknownLink`, `NotesFault.unknownTitle`, and others when the program failed.
    func follow(_ number: Int, of id: Int, _ context: CommandContext) async throws -> Reply {
        let source = try await note(id, context)
        guard let link = source.links[number] else { throw NotesFault.unknownLink(number, note: id) }
        switch link {
        case .note(let target):
            let note = try await service.note(at: target, from: source)
            return try await detail(note.id, context, at: target.parts?.place(in: note) ?? "")
        case .web(let address):
            let fact = Fact("address", .text(address.text))
            guard let program = try await context.prompter.browse(address.text) else {
                return .message(Strings.linkAddress(number: number, address: address.text), fact)
            }
            return .message(
                Strings.linkOpened(address: address.text, program: program), fact, Fact("program", .text(program)))
        }
    }
}
