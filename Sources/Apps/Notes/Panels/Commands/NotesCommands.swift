import AtriumKit
import NotesLogic
import Session

/// What can be typed in Notes.
@MainActor
enum NotesCommands {
    static let all = reading + writing + organising + remembering + protecting + exchange

    static let id = Parameter.number("id", values: .item("note"))
    /// A note, or with `@` one of its versions.
    static let reference = Parameter.word("id", values: .item("note"))
    static let trashed = Parameter.number("id", values: .item("trashed"))
}
