import AtriumKit
import NotesLogic
import Session

extension NotesFault: UserFacing {
    package var code: String {
        switch self {
        case .unknownNote: "notes.unknown"
        case .emptyText: "notes.empty"
        case .notInTrash: "notes.not-in-trash"
        case .inTrash: "notes.in-trash"
        case .emptyQuery: "notes.empty-query"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .unknownNote(let id): Strings.faultUnknown(id: id)
        case .emptyText: Strings.faultEmpty
        case .notInTrash(let id): Strings.faultNotInTrash(id: id)
        case .inTrash(let id): Strings.faultInTrash(id: id)
        case .emptyQuery(let query): Strings.faultEmptyQuery(query: query)
        }
    }
}
