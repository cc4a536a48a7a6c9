// SPDX-License-Identifier: GPL-3.0-or-later

public import GRDB

/// The tables of one store, and how they came to be: a list that only grows.
public struct SQLiteSchema: Sendable {
    /// One step; runs once in each file, in a transaction.
    public typealias Step = @Sendable (Database) throws -> Void

    /// Names the store in the file’s list of applied steps.
    public let name: String
    private let steps: [Step]
    let passing: [String]

    /// The tables of these steps, which run one after another.
    ///
    /// A released step must stay as it is; a change is a further step.
    ///
    /// - Parameters:
    ///   - name: Names the store in the file’s list of applied steps.
    ///   - steps: The steps.
    ///   - passing: Tables whose rows need not last: on a disk that takes no changes they are kept in memory.
    public init(_ name: String, steps: [Step], passing: [String] = []) {
        self.name = name
        self.steps = steps
        self.passing = passing
    }

    private func identifier(_ version: Int) -> String { "\(name) \(version)" }

    /// The version that this program knows.
    public var version: Int { steps.count }

    var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, step) in steps.enumerated() {
            migrator.registerMigration(identifier(index + 1), migrate: step)
        }
        return migrator
    }

    /// The version that the file has, 0 when it has none, and whether the file is an unfinished copy of another store.
    func state(in database: Database) throws -> (version: Int, isUnfinished: Bool) {
        let tables = try String.fetchAll(
            database.cachedStatement(sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (?, ?)"),
            arguments: ["grdb_migrations", SystemMove.mark])
        let isUnfinished = tables.contains(SystemMove.mark)
        guard tables.contains("grdb_migrations") else { return (0, isUnfinished) }
        // SQLite searches for the newest of a hundred steps, instead of reading them one by one.
        let version = try Int.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT max(CAST(substr(identifier, length(?1) + 2) AS INTEGER)) FROM grdb_migrations
                    WHERE identifier GLOB ?1 || ' [0-9]*'
                    """), arguments: [name])
        return (version ?? 0, isUnfinished)
    }
}
