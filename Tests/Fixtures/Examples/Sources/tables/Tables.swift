// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import AtriumSystems
import GRDB

/// A row of a table: its place, from 1, and its values as texts with the names of their columns.
struct TableRow: Sendable {
    let number: Int
    let fields: [Block.Field]

    init(_ row: GRDB.Row, number: Int) {
        self.number = number
        fields = row.columnNames.enumerated().map { Block.Field($0.element, row.text($0.offset)) }
    }
}

struct TablesFault: UserFacing {
    let code: String
    let sentence: LocalizedText
    static func unknown(_ name: String) -> Self { .init(code: "tables.unknown", sentence: "There is no \(name).") }
}

final class TablesModel: AppModel {
    private var database: DatabaseQueue?
    private(set) var tables: [String] = []
    var table: String?
    var opened: TableRow?

    /// Opens a file, which SQLite makes if there is none.
    func use(_ path: String) async throws {
        (database, table, opened) = (try await told { try DatabaseQueue(path: path) }, nil, nil)
        try await refresh()
    }

    func refresh() async throws {
        guard database != nil else { return }
        let names = try await rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
        tables = names.map { $0.fields[0].value }
        if table.map({ !tables.contains($0) }) ?? true { (table, opened) = (tables.first, nil) }
    }

    /// Performs a statement, and returns the rows that it gives.
    func rows(_ sql: String, from start: Int = 0) async throws -> [TableRow] {
        guard let database else { throw TablesFault(code: "tables.none", sentence: "No database is open: use FILE.") }
        return try await told {
            try await database.write { database in
                let rows = try GRDB.Row.fetchAll(database, sql: sql)
                return rows.enumerated().map { TableRow($0.element, number: start + $0.offset + 1) }
            }
        }
    }

    /// A page of the shown table.
    func page(after row: TableRow?, limit: Int) async throws -> [TableRow] {
        guard let name = table?.quotedDatabaseIdentifier else { return [] }
        let start = row?.number ?? 0
        return try await rows("SELECT * FROM \(name) LIMIT \(limit) OFFSET \(start)", from: start)
    }

    /// Gives the errors of SQLite in its own words.
    private func told<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let error as DatabaseError {
            throw TablesFault(code: "tables.sql", sentence: "SQLite says: \(error.message ?? error.description)")
        }
    }
}

struct TablesFactory: AppFactory {
    let id: AppID = "tables"
    let title: LocalizedText = "Tables"
    let summary: LocalizedText = "Shows SQLite databases."
    func makeModel(for session: UserSession, in world: World) -> TablesModel { TablesModel() }
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) {}

    func sidebar(_ model: TablesModel, in context: ViewContext) -> SidebarView {
        SidebarView(
            title: "Tables",
            entries: model.tables.map {
                .init($0, isCurrent: $0 == model.table, action: .app(id, Self.list, Self.table.argument($0)))
            })
    }

    func main(_ model: TablesModel) -> MainSource {
        var list = ListSource(id: model.table, title: "\(model.table ?? "")", load: model.page) { (row: TableRow) in
            String(row.number)
        } row: { row, _ in
            let action = Action.app(id, Self.show, Self.number.argument(row.number))
            let title = StyledText(row.fields.map(\.value).joined(separator: "  "))
            return Row(id: String(row.number), title: title, action: action)
        }
        list.whenEmpty = model.table == nil ? "use FILE opens a database." : "This table is empty."
        list.openID = model.opened.map { String($0.number) }
        return .list(list)
    }

    func document(_ model: TablesModel) -> DocumentSource? {
        let number = model.opened?.number ?? 0
        var source = DocumentSource(id: "\(number)", title: "Row \(number)", isOpen: model.opened != nil) { _ in
            [[Block(.fields(model.opened?.fields ?? []))]]
        }
        source.close = { model.opened = nil }
        return source
    }

    private static let table = Parameter.name("table", summary: "A table")
    private static let number = Parameter.number("row", summary: "The number of a row")
    private static let list = Command<TablesModel>("list", summary: "Lists rows.", parameters: table) { model, name in
        try await model.refresh()
        guard model.tables.contains(name) else { throw TablesFault.unknown(name) }
        (model.table, model.opened) = (name, nil)
        return .onPanels { records(try await model.page(after: nil, limit: 1000)) }
    }

    private static let show = Command<TablesModel>("show", summary: "Opens a row.", parameters: number) {
        model, number in
        let row = try await model.page(after: nil, limit: number).last
        guard let row, row.number == number else { throw TablesFault.unknown("row \(number)") }
        model.opened = row
        return .onPanels { records([row]) }
    }

    var commands: [Command<TablesModel>] {
        let use = Command<TablesModel>(
            "use", category: .moving, summary: "Opens a database.", parameters: .file("file")
        ) { model, context, file in
            try await model.use(context.writablePath(of: file))
            return .onPanels { .message("The database has \(model.tables.count) tables.") }
        }
        let sql = Command<TablesModel>("sql", summary: "Runs a statement.", parameters: .text("sql")) { model, sql in
            Self.records(try await model.rows(sql))
        }
        return [use, Self.list, Self.show, sql]
    }

    private static func records(_ rows: [TableRow]) -> Reply {
        let names = rows.first?.fields.map(\.label) ?? []
        let columns = names.indices.map { column in
            Records.Cells<TableRow>(names[column], "\(names[column])") { .text($0.fields[column].value) }
        }
        return .records(Records(rows, columns, whenEmpty: "No rows.", hasHeadings: true))
    }
}

@main struct Main {
    static func main() async {
        await ShellProgram("Tables", version: "1.0", summary: "Shows databases.") { _ in [TablesFactory()] }.main()
    }
}
