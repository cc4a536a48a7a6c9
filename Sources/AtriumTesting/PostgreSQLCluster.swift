// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumPostgreSQL
package import AtriumSession
public import AtriumSystems
import Foundation
import Synchronization

/// A PostgreSQL server of the tests’ own, on a socket in a temporary folder, which ends with the process.
///
/// It is started once for all tests of a process, each of which has a schema of its own, as a user without rights.
public final class PostgreSQLCluster: Sendable {
    /// Why there is no server.
    public struct Failure: Error {
        /// The last words of its start.
        public let reason: String
    }

    private static let programs = "/usr/lib/postgresql"
    private static let started = Mutex<Result<PostgreSQLCluster, Failure>?>(nil)

    /// The folder of the programs of the newest version; `nil` if none is installed.
    private static let folder: String? = {
        let versions = (try? Folder.names(in: programs)) ?? []
        let newest = versions.compactMap { Int($0) }.sorted().last.map { "\(programs)/\($0)/bin" }
        return newest.flatMap { FilePlace.isExecutable($0 + "/postgres") ? $0 : nil }
    }()

    /// Whether the server’s programs are on this machine.
    public static var isInstalled: Bool { folder != nil }

    /// The address of its database, for a user without rights.
    public let address: String
    /// The address for the user who may do everything.
    public let administration: String
    private let process: Process
    /// The systems of tests, some of which have ended.
    private let used = Mutex<[Used]>([])
    /// The roles of users.
    private let members = Mutex<Set<String>>([])

    private struct Used {
        let schema: String
        weak var system: PostgreSQLSystem?
    }

    /// The server, which the first call starts.
    public static func shared() throws -> PostgreSQLCluster {
        try started.withLock { started in
            if let started { return try started.get() }
            let made = Result { () throws(Failure) in try PostgreSQLCluster() }
            started = made
            return try made.get()
        }
    }

    /// Starts a server, which ends with the process: its guard waits for the end of a pipe.
    ///
    /// - Parameter settings: Settings of the server, such as `wal_level=replica`, in place of those that make it fast.
    /// - Throws: `Failure`.
    public init(settings: [String] = []) throws(Failure) {
        guard let programs = Self.folder else { throw Failure(reason: "PostgreSQL is not installed") }
        // The path of a socket has at most 107 bytes, which the folder for temporary files may exceed.
        let folder = "/tmp/atrium-pg-\(UUID().uuidString.prefix(8))"
        address = "postgres://atrium@/postgres?host=\(folder)"
        administration = "postgres://postgres@/postgres?host=\(folder)"
        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", folder, programs] + settings.flatMap { ["-c", $0] }
        process.currentDirectoryURL = URL(filePath: "/")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { throw Failure(reason: "\(error)") }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard line.hasPrefix("ready") else { throw Failure(reason: line) }
    }

    /// Ends the server as a power cut would.
    public func stop() { process.terminate() }

    private static let script = """
        exec 2>/dev/null
        folder=$1 programs=$2
        shift 2
        mkdir -m 700 "$folder" || exit 1
        run=
        if [ "$(id -u)" = 0 ]; then
            chown nobody "$folder"
            run="setpriv --reuid=nobody --regid=nogroup --clear-groups"
        fi
        $run "$programs/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync \
            >/dev/null 2>&1 || { echo "initdb failed"; exit 1; }
        $run "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off \
            -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 \
            -c jit=off -c autovacuum=off -c max_connections=400 -c shared_buffers=64MB "$@" >"$folder/log" 2>&1 </dev/null &
        server=$!
        trap 'kill -INT $server; wait $server; rm -rf "$folder"; exit' TERM INT
        tries=0
        until $run "$programs/psql" -qX -h "$folder" -U postgres \
            -c 'CREATE ROLE atrium LOGIN; GRANT CREATE ON DATABASE postgres TO atrium' postgres >/dev/null 2>&1
        do
            tries=$((tries + 1))
            [ $tries -lt 200 ] || { echo "no answer"; exit 1; }
            sleep 0.05
        done
        echo ready
        cat >/dev/null
        kill -INT $server
        wait $server
        rm -rf "$folder"
        """

    /// A system of its own on the server.
    public func system(folder: String) throws -> PostgreSQLSystem {
        system("t" + UUID().uuidString.lowercased().filter { $0 != "-" }, folder: folder)
    }

    /// A system without rows, whose tables may be those of a test that has ended: to make them takes most of a short
    /// test’s time.
    func emptySystem(folder: String) throws -> PostgreSQLSystem {
        let schema = used.withLock { used in
            used.firstIndex { $0.system == nil }.map { used.remove(at: $0).schema }
        }
        let system = try schema.map { self.system($0, folder: folder) } ?? self.system(folder: folder)
        if let schema { try empty(schema) }
        used.withLock { $0.append(Used(schema: system.schema, system: system)) }
        return system
    }

    /// The tables of a system, as the role of a user has them.
    ///
    /// - Parameters:
    ///   - owner: The user, whose role is made on the first call.
    ///   - system: A system on this server, with its tables.
    package func member(_ owner: UserID, of system: PostgreSQLSystem) throws -> PostgreSQLSystem {
        let role = "member\(owner.rawValue)"
        try members.withLock { members in
            guard members.insert(role).inserted else { return }
            let administration = try PostgreSQLConnection(administration)
            defer { administration.close() }
            try administration.inTransaction {
                try administration.send("ALTER ROLE atrium CREATEROLE")
                try administration.send("CREATE ROLE \(role) LOGIN")
            }
        }
        let connection = try PostgreSQLConnection(address, settings: [("search_path", system.schema)])
        defer { connection.close() }
        try connection.inTransaction { try system.grant(PostgreSQLRole(role, of: owner), on: connection) }
        return PostgreSQLSystem(
            "\(address.replacing("atrium@", with: role + "@"))&application_name=\(system.schema)",
            folder: system.folder,
            schema: system.schema)
    }

    private func empty(_ schema: String) throws {
        let connection = try PostgreSQLConnection(administration)
        defer { connection.close() }
        // Neither triggers nor references hold up this connection.
        try connection.send("SET session_replication_role = replica")
        _ = try connection.rows(
            """
            DO $$ DECLARE relation record; BEGIN
                FOR relation IN SELECT oid::regclass AS name, relkind, pg_relation_size(oid) AS size FROM pg_class
                    WHERE relkind IN ('r', 'S') AND relname <> 'atrium_schema'
                        AND starts_with(relnamespace::regnamespace::text, '\(schema)')
                LOOP
                    EXECUTE CASE
                        WHEN relation.relkind = 'S' THEN format('ALTER SEQUENCE %s RESTART', relation.name)
                        WHEN relation.size > 100000 THEN format('TRUNCATE %s', relation.name)
                        WHEN relation.size > 0 THEN format('DELETE FROM %s', relation.name)
                        ELSE 'SELECT' END;
                END LOOP;
            END $$
            """)
    }

    /// The server’s list of sessions names the schema.
    private func system(_ schema: String, folder: String) -> PostgreSQLSystem {
        PostgreSQLSystem("\(address)&application_name=\(schema)", folder: folder, schema: schema, makesTables: true)
    }
}
