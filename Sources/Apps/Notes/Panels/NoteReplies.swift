import AtriumKit
import NotesLogic
import Session

/// How notes are told of.
enum NoteReplies {
    /// A list.
    static func list(_ notes: [Note], notices: [LocalizedText] = []) -> Reply {
        Reply(
            .records(
                Records(
                    columns: [
                        .init("id", Strings.columnId, isRightAligned: true), .init("title", Strings.columnTitle),
                        .init("created", Strings.columnCreated),
                        .init("modified", Strings.columnModified, isHidden: true),
                        .init("text", Strings.columnText, isHidden: true),
                    ],
                    rows: notes.map { note in
                        [
                            .number(note.id), .text(note.title), .timestamp(note.createdAt),
                            .timestamp(note.modifiedAt), .text(note.content),
                        ]
                    }, whenEmpty: Strings.listEmpty)), isOnStage: true, notices: notices)
    }

    /// One note with its text.
    static func detail(_ note: Note) -> Reply {
        var fields: [Detail.Field] = [
            .init("id", Strings.columnId, .number(note.id)),
            .init("created", Strings.columnCreated, .timestamp(note.createdAt)),
        ]
        if note.modifiedAt != note.createdAt {
            fields.append(.init("modified", Strings.columnModified, .timestamp(note.modifiedAt)))
        }
        if let trashed = note.trashedAt {
            fields.append(.init("trashed", Strings.columnTrashed, .timestamp(trashed)))
        }
        return Reply(.detail(Detail(fields: fields, text: Fact("text", .text(note.content)))), isOnStage: true)
    }

    /// A sentence about one note.
    static func done(_ text: LocalizedText, _ id: Int) -> Reply { .message(text, Fact("id", .number(id))) }
}
