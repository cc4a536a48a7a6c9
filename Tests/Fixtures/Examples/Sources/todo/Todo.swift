// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import AtriumStores
import AtriumSystems
import GRDB

/// A thing to do, with the number by which the user names it.
struct Todo: Hashable, Sendable {
    let id: Int
    let text: String
    let due: Day?
    let isDone: Bool
}

/// One user’s list in one transaction.
final class TodoRows {
    static let schema = SQLiteSchema("todo", steps: [{ try $0.execute(sql: "CREATE TABLE todo (\(columns))") }])
    private static let columns = "owner INTEGER, id INTEGER, text TEXT, due TEXT, done INTEGER, PRIMARY KEY (owner, id)"
    private let database: Database
    private let owner: Int64
    private(set) var log = ChangeLog<Int>()
    init(_ database: Database, of user: UserID) { (self.database, owner) = (database, user.rawValue) }

    func all() throws -> [Todo] {
        let select = "SELECT id, text, due, done FROM todo WHERE owner = ? ORDER BY id"
        return try GRDB.Row.fetchAll(database, sql: select, arguments: [owner]).map {
            Todo(id: $0.count(0), text: $0.text(1), due: Day($0.text(2)), isDone: $0.number(3) == 1)
        }
    }

    func add(_ text: String, due: Day?) throws -> Int {
        let id = (try all().last?.id ?? 0) + 1
        let insert = "INSERT INTO todo (owner, id, text, due, done) VALUES (?, ?, ?, ?, 0)"
        try database.execute(sql: insert, arguments: [owner, id, text, due?.text])
        log.add(id)
        return id
    }

    func finish(_ id: Int) throws { try change(id, "UPDATE todo SET done = 1 WHERE owner = ? AND id = ?") }
    func remove(_ id: Int) throws { try change(id, "DELETE FROM todo WHERE owner = ? AND id = ?") }

    private func change(_ id: Int, _ sql: String) throws {
        try database.execute(sql: sql, arguments: [owner, id])
        guard database.changesCount > 0 else { throw UnknownTodo(id: id) }
        log.add(id)
    }
}

struct UnknownTodo: UserFacing {
    let id: Int
    let code = "todo.unknown"
    var sentence: LocalizedText { "Nothing has the number \(id). Type list to see what there is." }
}

typealias TodoStore = SQLiteStore<TodoRows, TodoRows, Int>

final class TodoModel: AppModel {
    let store: TodoStore
    private(set) var all: [Todo] = []
    var badge: Int { all.count { !$0.isDone } }
    init(_ store: TodoStore) { self.store = store }
    func refresh() async throws { all = try store.read { try $0.all() } }
    func changes() -> AsyncStream<Void> { store.changes().notices }
}

struct TodoFactory: AppFactory {
    let id: AppID = "todo"
    let title: LocalizedText = "To do"
    let summary: LocalizedText = "Keeps things to do."
    private let system: SQLiteSystem

    /// An app on the system of a world; if that keeps nothing, on a database in memory.
    init(in world: World) throws {
        system = if case .sqlite(let sqlite) = world.system { sqlite } else { try SQLiteSystem.inMemory() }
    }

    private func store(of user: UserID) throws -> TodoStore {
        try SQLiteStore(
            on: system, named: "todo", schema: TodoRows.schema, reader: { TodoRows($0, of: user) },
            writer: { TodoRows($0, of: user) }, finish: { $0.log })
    }

    func makeModel(for session: UserSession, in world: World) throws -> TodoModel {
        try TodoModel(store(of: session.user))
    }

    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) async throws {
        try await store(of: user).write { rows in for todo in try rows.all() { try rows.remove(todo.id) } }
    }

    func main(_ model: TodoModel) -> MainSource {
        var list = ListSource(id: "all", title: title, items: model.all) {
            String($0.id)
        } row: { todo, _ in
            var row = Row(id: String(todo.id), title: StyledText(todo.text, todo.isDone ? .faint : []))
            (row.lead, row.sign, row.trailing) = (String(todo.id), todo.isDone ? "✓ " : "", todo.due?.text ?? "")
            return row
        }
        list.items = ["todo"]
        list.whenEmpty = "Nothing to do. add TEXT puts something here."
        return .list(list)
    }

    private static let number = Parameter.number("id", values: .item("todo"), summary: "The number").orSelection()
    private static let text = Parameter.text("text", summary: "The thing to do")
    private static let due = Parameter.option(.day("due", placeholder: "DAY", summary: "When: \"next friday\", +3"))
    private static let columns: [Records.Cells<Todo>] = [
        .init("id", "Number", isRightAligned: true) { .number($0.id) },
        .init("text", "Text") { .text($0.text) },
        .init("due", "Due") { $0.due.map { .text($0.text) } ?? .none },
        .init("done", "Done") { .mark($0.isDone) },
    ]
    private static let done = command("done", "Ticks off.") { try $0.finish($1) }
    private static let remove = command("remove", "Removes.") { try $0.remove($1) }

    /// A command that changes a thing, the selected one if no number is typed.
    private static func command(
        _ name: String, _ summary: LocalizedText, _ change: @escaping @Sendable (TodoRows, Int) throws -> Void
    ) -> Command<TodoModel> {
        Command(name, summary: summary, parameters: number, examples: ["\(name) 1"]) { model, id in
            try await model.store.write { try change($0, id) }
            return .message("\(name): number \(id)", Fact("id", .number(id)))
        }
    }

    var selectionCommands: [SelectionKey: CommandSpec] { [.done: Self.done.spec, .remove: Self.remove.spec] }

    var commands: [Command<TodoModel>] {
        let add = Command<TodoModel>(
            "add", category: .writing, summary: "Adds something.", parameters: Self.due, Self.text,
            examples: ["add Milk", "add --due \"next friday\" Call Grace"]
        ) { model, context, due, text in
            let day = due?.day(today: context.world.today)
            let id = try await model.store.write { try $0.add(text, due: day) }
            return .message("Number \(id) is on the list.", Fact("id", .number(id)))
        }
        let list = Command<TodoModel>("list", category: .reading, summary: "Lists everything.") { model, _ in
            try .records(Records(model.store.read { try $0.all() }, Self.columns, whenEmpty: "Nothing to do."))
        }
        return [add, list, Self.done, Self.remove]
    }
}

@main struct Main {
    static func main() async {
        await ShellProgram("Todo", version: "1.0", summary: "Keeps things to do.") { [try TodoFactory(in: $0)] }.main()
    }
}
