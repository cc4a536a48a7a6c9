import AtriumKit
import NotesLogic
import Session
import Terminal

/// Makes the parts of Notes.
package struct NotesFactory: AppFactory {
    package init() {}

    package let id: AppID = "notes"
    package let title = Strings.title
    package let summary = Strings.summary
    package let accent = Color.rgb(0xE8, 0xB3, 0x39)
    package let transition = Transition.pushLeft

    package func makeModel(for session: UserSession, in world: World) throws -> NotesModel {
        NotesModel(service: try NotesService(for: session, in: world))
    }

    package func makeSidebar(_ model: NotesModel) -> any Panel { NotesSidebar(model: model) }
    package func makeTabBar(_ model: NotesModel) -> any TabBar { NotesTabBar(model: model) }
    package func makeMain(_ model: NotesModel) -> any Panel { NotesPanel(model: model) }

    package var commands: [Command<NotesModel>] { NotesCommands.all }

    package var routes: [Route<NotesModel>] {
        [
            Route("", summary: Strings.routeAll) { model, _, _ in
                try await model.show(.active)
                return try await model.list(sort: .date, limit: NotesModel.page)
            },
            Route("trash", summary: Strings.routeTrash) { model, _, _ in
                try await model.show(.trash)
                return try await model.list(sort: .date, limit: NotesModel.page)
            },
            Route(":id", summary: Strings.routeNote) { model, values, _ in
                let word = values["id"] ?? ""
                guard let id = Int(word) else { throw CommandFault.notANumber(name: "id", value: word) }
                return NoteReplies.detail(try await model.open(id))
            },
        ]
    }

    package func completions(of item: String, for word: String, in model: NotesModel, language: Language) async
        -> [Completion]
    {
        // The newest are the likeliest, and a list of all would help nobody.
        let notes = (try? await model.service.newest(200)) ?? []
        return notes.filter { String($0.id).hasPrefix(word) }.map {
            Completion(text: String($0.id), description: $0.title)
        }
    }
}
