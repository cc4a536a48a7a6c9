// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumPostgreSQL
package import AtriumSession
import Synchronization

/// A login role of a server that does not own the tables.
package struct PostgreSQLRole: Hashable, Sendable {
    /// The name of the role.
    package let name: String
    /// The user whose rows it has; `nil` if it is a machine’s that sends the messages of all.
    package let user: UserID?

    /// A role of a user, or of a machine with `nil`.
    package init(_ name: String, of user: UserID?) { (self.name, self.user) = (name, user) }

    fileprivate var group: Group { user == nil ? .worker : .member }

    /// The roles without a login that have the rights: login roles are members of one.
    ///
    /// Roles are of a whole cluster, and so may be members for another database of it: a policy asks for the row of
    /// `atrium_role`, too, so that those have nothing here.
    fileprivate enum Group: String, CaseIterable {
        case member = "atrium_member"
        case worker = "atrium_worker"
    }
}

/// The reason why a role was given no rights, or none were taken.
package enum RoleFault: Error, Hashable, Sendable {
    /// The server has no login role of this name.
    case noLogin(String)
    /// There is no user of this name.
    case noUser(String)
    /// Policies do not bind the role: it may do more than a user’s role.
    case unbound(String)
    /// The role of the address may not do this: an administrator has to run these statements first.
    case administrator(statements: String)
    /// The role has no rights that could be taken.
    case notGranted(String)
}

extension PostgreSQLSystem {
    /// The number of the user of the session’s role, for statements.
    ///
    /// - Parameter schema: The schema that has the roles; `nil`: the present one.
    static func roleUser(in schema: String?) -> String {
        "(SELECT owner FROM \(schema.map { "\($0)." } ?? "")atrium_role WHERE role = session_user)"
    }

    /// Gives a login role of the server the rows of its user, or those that a machine needs that sends.
    ///
    /// All tables have been prepared by this system, which may make tables.
    ///
    /// - Throws: `RoleFault`, `StoreFault`; nothing was changed then.
    package func grant(_ role: PostgreSQLRole) async throws {
        try await transaction { [self] in try grant(role, on: $0) }
        for (_, companion) in opened {
            try await companion.transaction { try companion.admit(to: companion.schemas, on: $0) }
        }
    }

    /// The same, but for companions, in a transaction of a connection.
    package func grant(_ role: PostgreSQLRole, on connection: PostgreSQLConnection) throws {
        try connection.send("SELECT pg_advisory_xact_lock($1)", [.integer(Self.makingLock)])
        try check(role, on: connection)
        try makeGroups(for: role, on: connection)
        try admit(to: schemas, on: connection)
        try connection.send(
            "INSERT INTO atrium_role (role, owner) VALUES ($1, $2) ON CONFLICT (role) DO UPDATE SET owner = excluded.owner",
            [.text(role.name), role.user.map { .integer($0.rawValue) } ?? .null])
        for group in PostgreSQLRole.Group.allCases where group != role.group {
            _ = try setMembership(of: role.name, in: group, to: false, on: connection)
        }
        guard try setMembership(of: role.name, in: role.group, to: true, on: connection) else {
            throw RoleFault.administrator(statements: Self.grant(of: role))
        }
    }

    /// Takes all rights from a login role.
    ///
    /// Without its row in `atrium_role` it sees nothing, whether or not this role may take its membership away.
    ///
    /// - Throws: `RoleFault`, `StoreFault`.
    package func revoke(_ name: String) async throws {
        try await transaction { [self] connection in
            guard try Self.hasRoles(connection),
                try connection.rows("DELETE FROM atrium_role WHERE role = $1 RETURNING 1", [.text(name)]).count == 1
            else { throw RoleFault.notGranted(name) }
            for group in PostgreSQLRole.Group.allCases {
                _ = try setMembership(of: name, in: group, to: false, on: connection)
            }
        }
    }

    /// The login roles with rights, by name.
    ///
    /// - Throws: `StoreFault`.
    package func roles() async throws -> [PostgreSQLRole] {
        try await transaction { connection in
            guard try Self.hasRoles(connection) else { return [] }
            return try connection.rows("SELECT role, owner FROM atrium_role ORDER BY role").rows.map { row in
                PostgreSQLRole(row.text(0) ?? "", of: row.number(1).map { UserID(rawValue: $0) })
            }
        }
    }

    /// Whether there is a table of roles: `grant` makes it where the tables of stores are older.
    private static func hasRoles(_ connection: PostgreSQLConnection) throws -> Bool {
        try connection.rows("SELECT to_regclass('atrium_role') IS NOT NULL").first?.number(0) == 1
    }

    /// Checks that policies bind a role.
    private func check(_ role: PostgreSQLRole, on connection: PostgreSQLConnection) throws {
        let found = try connection.rows(
            """
            SELECT rolsuper OR rolbypassrls OR rolreplication OR rolcreaterole OR pg_has_role(r.oid, n.nspowner, 'MEMBER')
            FROM pg_roles r, pg_namespace n WHERE r.rolname = $1 AND r.rolcanlogin AND n.nspname = $2
            """, [.text(role.name), .text(schema)])
        guard let row = found.first else { throw RoleFault.noLogin(role.name) }
        guard row.number(0) == 0 else { throw RoleFault.unbound(role.name) }
    }

    private static func grant(of role: PostgreSQLRole) -> String {
        "GRANT \(role.group.rawValue) TO \(quoted(role.name));"
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// The roles without a login that the server does not have.
    private func missingGroups(on connection: PostgreSQLConnection) throws -> [String] {
        let there = try connection.rows("SELECT rolname FROM pg_roles").rows.compactMap { $0.text(0) }
        return PostgreSQLRole.Group.allCases.map(\.rawValue).filter { !there.contains($0) }
    }

    /// Makes the roles without a login that are missing.
    private func makeGroups(for role: PostgreSQLRole, on connection: PostgreSQLConnection) throws {
        let missing = try missingGroups(on: connection)
        guard !missing.isEmpty else { return }
        let may = try connection.rows(
            "SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user")
        guard may.first?.number(0) == 1 else {
            let statements = missing.map { "CREATE ROLE \($0);" } + [Self.grant(of: role)]
            throw RoleFault.administrator(statements: statements.joined(separator: " "))
        }
        // From PostgreSQL 16 on this setting could make the owner of the tables a member, whom the policies would bind.
        try connection.send(
            """
            SELECT set_config('createrole_self_grant', '', true)
            WHERE current_setting('server_version_num')::int >= 160000
            """)
        for group in missing { try connection.send("CREATE ROLE \(group) NOLOGIN") }
    }

    /// Makes a login role a member of a group, or none any more; returns false if this role may not.
    private func setMembership(
        of name: String, in group: PostgreSQLRole.Group, to isMember: Bool, on connection: PostgreSQLConnection
    ) throws -> Bool {
        let found = try connection.rows(
            "SELECT 1 WHERE EXISTS (\(Self.membership(of: "$1", in: "$2")))", [.text(name), .text(group.rawValue)])
        guard (found.count == 1) != isMember else { return true }
        try connection.send("SAVEPOINT atrium_membership")
        let (group, name) = (group.rawValue, Self.quoted(name))
        do throws(PostgreSQLFault) {
            _ = try connection.rows(isMember ? "GRANT \(group) TO \(name)" : "REVOKE \(group) FROM \(name)")
        } catch {
            guard case .refused("42501", _) = error else { throw error }
            try connection.send("ROLLBACK TO SAVEPOINT atrium_membership")
            return false
        }
        return true
    }

    /// The statement that finds a row if one role has the rights of another, and no policy passes it by.
    ///
    /// From PostgreSQL 16 on who has made a role is a member of it, without its rights.
    private static func membership(of name: String, in group: String) -> String {
        """
        SELECT 1 FROM pg_roles g, pg_roles l
        WHERE g.rolname = \(group) AND l.rolname = \(name) AND NOT l.rolsuper AND pg_has_role(l.oid, g.oid, 'USAGE')
        """
    }

    /// The condition that the session’s role has the rows of one user alone.
    static let isMember = "EXISTS (\(membership(of: "session_user", in: "'\(PostgreSQLRole.Group.member.rawValue)'")))"
}

// MARK: - Rights

extension PostgreSQLSystem {
    /// A policy for the members of a group.
    private struct Policy {
        let table: String
        let group: PostgreSQLRole.Group
        /// Whether it narrows another policy, in place of letting rows through.
        var narrows = false
        let condition: String
        /// The condition for rows that are written; `nil`: the same.
        var written: String?
        /// A statement before it.
        var preparation: String?

        var statements: [String] {
            (preparation.map { [$0] } ?? []) + [
                "ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY",
                """
                CREATE POLICY \(group.rawValue) ON \(table) AS \(narrows ? "RESTRICTIVE" : "PERMISSIVE") TO \(group.rawValue)
                USING (\(condition)) WITH CHECK (\(written ?? condition))
                """,
            ]
        }
    }

    /// Gives the groups their rights on the tables of stores, and those that all stores share, if the groups are there.
    ///
    /// Existing policies stay: making one waits for all users of its table.
    func admit(to schemas: [SQLSchema], on connection: PostgreSQLConnection) throws {
        guard try missingGroups(on: connection).isEmpty else { return }
        let isThere = Set(
            try connection.rows(
                "SELECT tablename || ' ' || policyname FROM pg_policies WHERE schemaname = current_schema()"
            ).rows.compactMap { $0.text(0) })
        let rights = schemas.map(rights) + [sharedRights]
        for statement in rights.flatMap(\.grants) { try connection.send(statement) }
        for policy in rights.flatMap(\.policies) where !isThere.contains("\(policy.table) \(policy.group.rawValue)") {
            for statement in policy.statements { try connection.send(statement) }
        }
    }

    /// The condition that a role is that of a machine that sends.
    private var isWorker: String {
        "(SELECT true FROM \(home).atrium_role WHERE role = session_user AND owner IS NULL) IS NOT NULL"
    }

    /// The rights on the tables of a store.
    ///
    /// The role is looked up once by a statement. That something is not NULL the server expects of nearly all rows: it would
    /// expect an equality of few, and sort all that it finds.
    private func rights(on schema: SQLSchema) -> (grants: [String], policies: [Policy]) {
        let user = Self.roleUser(in: home)
        guard schema.hasOwners else {
            let rows = schema.memberRows
            return (
                schema.memberStatements + rows.map { "GRANT \($0.rights) ON \($0.table) TO atrium_member" },
                rows.map {
                    Policy(table: $0.table, group: .member, condition: $0.seen(user), written: $0.written?(user))
                }
            )
        }
        let hasWorkers = schema.isForWorkers && !isCompanion
        let tables = SQLDialect.owners(in: schema)
        return (
            tables.map {
                "GRANT SELECT, INSERT, UPDATE, DELETE ON \($0.table) TO atrium_member\(hasWorkers ? ", atrium_worker" : "")"
            },
            tables.flatMap { table, owner in
                // By the row, not by the settings of the transaction: a statement could change these in its midst.
                let isOwn = "CASE WHEN \(owner.number) = \(user) THEN true END IS NOT NULL"
                return [Policy(table: table, group: .member, narrows: true, condition: isOwn)]
                    + (hasWorkers ? [Policy(table: table, group: .worker, narrows: true, condition: isWorker)] : [])
            }
        )
    }

    /// The rights on the tables that all stores share.
    private var sharedRights: (grants: [String], policies: [Policy]) {
        let own = "role = session_user"
        let grants = [
            "GRANT USAGE ON SCHEMA \(schema) TO atrium_member, atrium_worker",
            "GRANT SELECT ON atrium_schema, atrium_role TO atrium_member, atrium_worker",
            "GRANT SELECT, INSERT, UPDATE ON atrium_change TO atrium_member, atrium_worker",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON atrium_commit TO atrium_member, atrium_worker",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON atrium_lease TO atrium_worker",
        ]
        return (
            grants,
            [
                Policy(
                    table: "atrium_change", group: .member,
                    condition: "owner IN (\(Self.roleUser(in: home)), \(Self.allOwners.rawValue))"),
                Policy(table: "atrium_change", group: .worker, condition: isWorker),
                // To remove another’s key would make its commit seem lost.
                Policy(
                    table: "atrium_commit", group: .member, condition: own,
                    preparation: """
                        ALTER TABLE atrium_commit ADD COLUMN IF NOT EXISTS role text NOT NULL DEFAULT session_user
                        """),
                Policy(table: "atrium_commit", group: .worker, condition: own),
                Policy(table: "atrium_lease", group: .worker, condition: isWorker),
                Policy(table: "atrium_role", group: .member, condition: own),
                Policy(table: "atrium_role", group: .worker, condition: own),
            ]
        )
    }
}
