// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import Foundation
import Synchronization
import Testing
import Waiting

@testable import AtriumPostgreSQL
@testable import AtriumSystems

/// A database on a server of the tests’ own; skipped where PostgreSQL is not installed.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL is not installed"))
struct PostgreSQLSystemTests {
    private static let owner = UserID(rawValue: 1)
    private static let schema = SQLSchema(
        "test",
        sql: """
            CREATE TABLE thing (owner INTEGER NOT NULL, id INTEGER NOT NULL, text TEXT, bytes BLOB, PRIMARY KEY (owner, id));
            CREATE TABLE part (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
            """)

    /// The noncharacter that stands for U+0000 on a server.
    private static let mark = String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)

    private static func open() throws -> PostgreSQLSystem {
        let system = try PostgreSQLCluster.shared().system(folder: "/nowhere")
        try system.prepare(schema)
        return system
    }

    /// A system that takes the answer to a commit for lost if `losing` says so.
    private static func open(losing: @escaping @Sendable () -> Bool) throws -> PostgreSQLSystem {
        let name = "t\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        let system = PostgreSQLSystem(
            "\(try PostgreSQLCluster.shared().address)&application_name=\(name)", folder: "/nowhere", schema: name,
            makesTables: true
        ) { $0.losesAnswer = losing }
        try system.prepare(schema)
        return system
    }

    /// Another process’s view of the same tables.
    private static func other(than system: PostgreSQLSystem) throws -> PostgreSQLSystem {
        let other = PostgreSQLSystem(
            try PostgreSQLCluster.shared().address, folder: "/nowhere", schema: system.schema)
        try other.prepare(schema)
        return other
    }

    private static func count(_ system: PostgreSQLSystem, of owner: UserID = owner) async throws -> Int? {
        try await system.read(of: owner) {
            try Int.fetchOne($0.cachedStatement(sql: "SELECT count(*) FROM thing"))
        }
    }

    private static func add(_ id: Int, _ database: SQLDatabase, of owner: UserID = owner) throws {
        try database.execute(
            sql: "INSERT INTO thing (owner, id) VALUES (?, ?)", arguments: [owner.rawValue, id])
    }

    @Test(arguments: ["", "plain", "zero \0 within", "mark \(mark) and \(mark)0", "émoji 🙂 你好", "'\"\\{}?$1"])
    func `every text comes back as it was`(text: String) async throws {
        let system = try Self.open()
        try await system.write("test", of: Self.owner) { database in
            try database.execute(
                sql: "REPLACE INTO thing (owner, id, text, bytes) VALUES (?, ?, ?, ?)",
                arguments: [1, Int.max, text, Data([0, 1, 255])])
        }
        let row = try await system.read(of: Self.owner) { database in
            try SQLRow.fetchOne(database.cachedStatement(sql: "SELECT text, bytes, id, NULL FROM thing")).map {
                ($0.optionalText(0), $0.optionalBytes(1), $0.optionalNumber(2), $0.optionalText(3))
            }
        }
        #expect(row?.0 == text)
        #expect(row?.1 == [0, 1, 255])
        #expect(row?.2 == .max)
        #expect(row?.3 == nil)
    }

    @Test(arguments: ["UPDATE log SET text = 'b'", "DELETE FROM log", "TRUNCATE log"])
    func `rows of a table that only grows stay`(change: String) async throws {
        let system = try Self.open()
        try system.prepare(
            SQLSchema(
                "log", sql: "CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT NOT NULL);", hasOwners: false,
                growing: ["log"]))
        let allOwners = PostgreSQLSystem.allOwners
        try await system.write("log", of: allOwners) {
            try $0.execute(sql: "INSERT INTO log (id, text) VALUES (?, ?)", arguments: [1, "a"])
        }
        let fault = await #expect(throws: StoreFault.self) {
            try await system.write("log", of: allOwners) { try $0.execute(sql: change) }
        }
        guard case .server(_, "23000", let reason) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(reason.contains("log only grows"))
        let text = try await system.read(of: allOwners) {
            try String.fetchOne($0.cachedStatement(sql: "SELECT text FROM log"))
        }
        #expect(text == "a")
    }

    @Test func `writers of the same rows wait for each other`() async throws {
        let system = try Self.open()
        let other = try Self.other(than: system)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await (number % 2 == 0 ? system : other).write("test", of: Self.owner) { database in
                        let last = try Int.fetchOne(database.cachedStatement(sql: "SELECT max(id) FROM thing")) ?? 0
                        try Self.add(last + 1, database)
                    }
                }
            }
            try await group.waitForAll()
        }
        let last = try await system.read(of: Self.owner) {
            try Int.fetchOne($0.cachedStatement(sql: "SELECT max(id) FROM thing"))
        }
        #expect(last == 40)
        #expect(try await Self.count(system) == 40)
    }

    @Test func `a transaction that fails keeps nothing`() async throws {
        struct Stop: Error {}
        let system = try Self.open()
        await #expect(throws: Stop.self) {
            try await system.write("test", of: Self.owner) { database in
                try Self.add(1, database)
                throw Stop()
            }
        }
        await #expect(throws: StoreFault.self) {
            try await system.write("test", of: Self.owner) { database in
                try Self.add(2, database)
                // The failure of a statement that nothing waited for ends the transaction.
                try Self.add(2, database)
            }
        }
        #expect(try await Self.count(system) == 0)
    }

    @Test func `no owner sees another's rows, whatever a statement asks`() async throws {
        let system = try Self.open()
        let stranger = UserID(rawValue: 2)
        try await system.write("test", of: Self.owner) { try Self.add(1, $0) }
        #expect(try await Self.count(system, of: stranger) == 0)
        try await system.write("test", of: stranger) { try $0.execute(sql: "DELETE FROM thing") }
        #expect(try await Self.count(system) == 1)
        #expect(try await Self.count(system, of: PostgreSQLSystem.allOwners) == 1)
        await #expect(throws: StoreFault.denied(path: system.place)) {
            try await system.write("test", of: stranger) { try Self.add(2, $0) }
        }
    }

    @Test func `a look sees the rows of all owners, also after one that failed`() async throws {
        let system = try Self.open()
        for owner in [Self.owner, UserID(rawValue: 2)] {
            try await system.write("test", of: owner) { try Self.add(1, $0, of: owner) }
        }
        #expect(throws: StoreFault.self) { try system.look { try Int.fetchOne($0.cachedStatement(sql: "SELECT 1/0")) } }
        let count = try system.look { try Int.fetchOne($0.cachedStatement(sql: "SELECT count(*) FROM thing")) }
        #expect(count == 2)
    }

    @Test func `a login that ends while its write waits for others changes nothing more`() async throws {
        let system = try Self.open()
        try system.prepare(
            SQLSchema("login", sql: "CREATE TABLE ended (id INTEGER PRIMARY KEY);", hasOwners: false))
        let other = try Self.other(than: system)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let ending: Void = other.write("test", of: Self.owner) { database in
            begin.finish()
            let waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
            while try Int.fetchOne(database.cachedStatement(sql: waiting)) == nil {}
            try database.execute(sql: "INSERT INTO ended (id) VALUES (1)")
        }
        for await _ in begun {}
        let permit = WritePermit { _ in
            try system.look { try Int.fetchOne($0.cachedStatement(sql: "SELECT id FROM ended")) } == nil
        }
        await #expect(throws: StoreFault.loginEnded) {
            try await WritePermit.$current.withValue(permit) {
                try await system.write("test", of: Self.owner) { try Self.add(1, $0) }
            }
        }
        try await ending
        #expect(try await Self.count(system) == 0)
    }

    @Test func `a statement is planned once for all values, or for its own alone`() async throws {
        let system = try Self.open()
        let sql = "SELECT id FROM part WHERE id = ?"
        let (plans, mode) = try await system.read(of: Self.owner) { database in
            for id in 1...7 { _ = try database.plannedRows(sql: sql, arguments: [id], byOnePlan: true) }
            let plans = try SQLRow.fetchOne(
                database.cachedStatement(
                    sql: "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement = ?"),
                arguments: ["SELECT id FROM part WHERE id = $1"])
            _ = try database.plannedRows(sql: sql, arguments: [1])
            let mode = try String.fetchOne(database.cachedStatement(sql: "SELECT current_setting('plan_cache_mode')"))
            return ([plans?.optionalNumber(0), plans?.optionalNumber(1)], mode)
        }
        #expect(plans == [7, 0])
        #expect(mode == "auto")
    }

    @Test func `changes of another process are noticed, and one's own are not`() async throws {
        let system = try Self.open()
        let other = try Self.other(than: system)
        let observer = (system.feed(of: "test") as ChangeFeed<Int>).observe()
        try await system.noticeForeignChanges()
        try await system.write("test", of: Self.owner) { try Self.add(1, $0) }
        try await system.noticeForeignChanges()
        #expect(observer.take() == nil)
        try await other.write("test", of: Self.owner) { try Self.add(2, $0) }
        try await system.noticeForeignChanges()
        #expect(observer.take() == .unknown)
    }

    @Test func `a transaction that only reads ends, though nothing waits for the answer`() async throws {
        let system = try Self.open()
        try await system.write("test", of: Self.owner) { try Self.add(1, $0) }
        #expect(try await Self.count(system) == 1)
        let observer = try PostgreSQLConnection(try PostgreSQLCluster.shared().administration)
        try await wait(until: "the sessions are idle") {
            try observer.rows(
                "SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND state <> 'idle'",
                [.text(system.schema)]
            ).count == 0
        }
        // What follows the unread answer is what it asks for.
        await #expect(throws: StoreFault.self) {
            try await system.read(of: Self.owner) { try $0.execute(sql: "SELECT nothing") }
        }
        #expect(try await Self.count(system) == 1)
    }

    @Test func `a server that was stopped is given up`() throws {
        let connection = try PostgreSQLConnection(PostgreSQLCluster.shared().address)
        let process = try #require(connection.rows("SELECT pg_backend_pid()").first?.number(0))
        kill(pid_t(process), SIGSTOP)
        defer { kill(pid_t(process), SIGCONT) }
        connection.patience = .milliseconds(100)
        #expect(throws: PostgreSQLFault.lost) { _ = try connection.rows("SELECT 1") }
        #expect(!connection.isOpen)
    }

    @Test func `a look aside answers like one at once`() async throws {
        let system = try Self.open()
        try await system.write("test", of: Self.owner) { try Self.add(1, $0) }
        let count = try await system.lookAside {
            try Int.fetchOne($0.cachedStatement(sql: "SELECT count(*) FROM thing"))
        }
        #expect(count == 1)
    }

    @Test func `the fault names a lack of rights, or the missing table`() async throws {
        let system = try Self.open()
        let administration = try PostgreSQLConnection(PostgreSQLCluster.shared().administration)
        let role = "r" + system.schema
        _ = try administration.rows("CREATE ROLE \(role) LOGIN")
        let address = system.address.replacing("atrium@", with: role + "@")
        let stranger = PostgreSQLSystem(address, folder: "/nowhere", schema: system.schema)
        #expect(throws: StoreFault.denied(path: stranger.place)) { try stranger.prepare(Self.schema) }
        _ = try administration.rows("GRANT USAGE ON SCHEMA \(system.schema) TO \(role)")
        _ = try administration.rows("GRANT SELECT ON ALL TABLES IN SCHEMA \(system.schema) TO \(role)")
        try stranger.prepare(Self.schema)
        await #expect(throws: StoreFault.denied(path: stranger.place)) {
            try await stranger.write("test", of: Self.owner) { try Self.add(1, $0) }
        }
        _ = try administration.rows("DROP TABLE \(system.schema).part")
        let fault = await #expect(throws: StoreFault.self) {
            try await system.read(of: Self.owner) { try Int.fetchOne($0.cachedStatement(sql: "SELECT id FROM part")) }
        }
        guard case .server(_, "42P01", let reason) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(reason.contains("part"))
    }

    @Test func `a database in another encoding gets no tables`() throws {
        let cluster = try PostgreSQLCluster.shared()
        let administration = try PostgreSQLConnection(cluster.administration)
        _ = try administration.rows(
            "CREATE DATABASE latin OWNER atrium ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let address = cluster.address.replacing("/postgres?", with: "/latin?")
        let system = PostgreSQLSystem(address, folder: "/nowhere", makesTables: true)
        #expect(throws: StoreFault.encoding(path: address, found: "LATIN1")) { try system.prepare(Self.schema) }
    }

    @Test(
        arguments: [
            ("postgres://atrium:hush/hush@db/all", "postgres://atrium@db/all", "invalid port number: \"hush\""),
            ("postgres://atrium:sec@ret%2Fhush@db", "postgres://atrium@db", "no host name \"ret/hush@db\""),
            ("postgres://u:hush%zzhush@db/all", "postgres://u@db/all", "invalid token: \"hush%zzhush\""),
            (
                "postgres://db/all?sslpassword=hush&port=5432&password=hu%73h",
                "postgres://db/all?sslpassword=***&port=5432&password=***", "hush"
            ), ("postgres://ana@db:5432/all?user=ben", "postgres://ana@db:5432/all?user=ben", ""),
        ])
    func `no fault names a password`(address: String, place: String, reason: String) {
        let shown = ServerAddress(address)
        #expect(shown.place == place)
        let system = PostgreSQLSystem(address, folder: "/nowhere")
        let fault = system.fault(PostgreSQLFault.unreachable(reason: reason))
        #expect(system.place == place)
        guard case StoreFault.offline(_, let said) = fault else {
            Issue.record("\(fault)")
            return
        }
        for secret in ["hush", "sec", "ret"] { #expect(!said.contains(secret), "\(said)") }
    }

    @Test func `a lost connection is made anew`() async throws {
        let system = try Self.open()
        try await system.write("test", of: Self.owner) { try Self.add(1, $0) }
        try Self.endConnections(of: system)
        #expect(try await Self.count(system) == 1)
        try Self.endConnections(of: system)
        try await system.write("test", of: Self.owner) { try Self.add(2, $0) }
        #expect(try await Self.count(system) == 2)
    }

    /// Adds the first thing, and if this is the first run of it, ends the connection before its commit; returns whether it is.
    private static func addLosing(_ runs: borrowing Mutex<Int>, _ database: SQLDatabase, of system: PostgreSQLSystem)
        throws
        -> Bool
    {
        try add(1, database)
        let isFirst = runs.withLock { runs in
            runs += 1
            return runs == 1
        }
        if isFirst {
            // The row is sent.
            _ = try database.changesCount()
            try endConnections(of: system)
        }
        return isFirst
    }

    @Test func `a transaction whose connection is lost before the commit is done once`() async throws {
        let system = try Self.open()
        let runs = Mutex(0)
        try await system.write("test", of: Self.owner) { _ = try Self.addLosing(runs, $0, of: system) }
        #expect(runs.withLock { $0 } == 2)
        #expect(try await Self.count(system) == 1)
    }

    @Test func `a commit whose answer is lost is found kept`() async throws {
        let losing = Atomic(false)
        let system = try Self.open { losing.exchange(false, ordering: .relaxed) }
        let runs = Mutex(0)
        losing.store(true, ordering: .relaxed)
        try await system.write("test", of: Self.owner) { database in
            runs.withLock { $0 += 1 }
            try Self.add(1, database)
        }
        let isStillLosing = losing.load(ordering: .relaxed)
        #expect(!isStillLosing)
        #expect(runs.withLock { $0 } == 1)
        #expect(try await Self.count(system) == 1)
    }

    @Test func `a commit that did not arrive is not found kept, though the answer to that is lost too`() async throws {
        let losing = Atomic(false)
        let system = try Self.open { losing.exchange(false, ordering: .relaxed) }
        let runs = Mutex(0)
        try await system.write("test", of: Self.owner) {
            if try Self.addLosing(runs, $0, of: system) { losing.store(true, ordering: .relaxed) }
        }
        let isStillLosing = losing.load(ordering: .relaxed)
        #expect(!isStillLosing)
        #expect(runs.withLock { $0 } == 2)
        #expect(try await Self.count(system) == 1)
    }

    /// A server that soon waits at each commit for a standby that does not exist.
    private static func serverWithoutStandby() throws -> (PostgreSQLCluster, PostgreSQLSystem) {
        let server = try PostgreSQLCluster(settings: ["wal_level=replica", "max_wal_senders=1"])
        let system = try server.system(folder: "/nowhere")
        try system.prepare(schema)
        let administration = try PostgreSQLConnection(server.administration)
        _ = try administration.rows("ALTER SYSTEM SET synchronous_standby_names = 'missing'")
        _ = try administration.rows("SELECT pg_reload_conf()")
        return (server, system)
    }

    /// The sessions that wait for the standby.
    private static func waiting(_ administration: PostgreSQLConnection) throws -> Set<Int64> {
        let result = try administration.rows("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        return Set((0..<result.count).compactMap { PostgreSQLRow(result: result, index: $0).number(0) })
    }

    /// Cancels the waiting commits of this many sessions, as an administrator does.
    private static func cancel(_ count: Int, on server: PostgreSQLCluster, noting canceled: borrowing Mutex<Set<Int64>>)
        async throws
    {
        let administration = try PostgreSQLConnection(server.administration)
        try await wait(until: "\(count) sessions wait for the standby") {
            let waiting = try waiting(administration)
            canceled.withLock { $0.formUnion(waiting) }
            for session in waiting { _ = try administration.rows("SELECT pg_cancel_backend($1)", [.integer(session)]) }
            return canceled.withLock { $0.count } >= count
        }
    }

    @Test func `a commit that may not wait for its standby is said to be on one server alone`() async throws {
        let (server, system) = try Self.serverWithoutStandby()
        defer { server.stop() }
        let canceled = Mutex<Set<Int64>>([])
        // The commit, and that of the question for it.
        async let canceling: Void = Self.cancel(2, on: server, noting: canceled)
        var number = 0
        let fault = await #expect(throws: StoreFault.self) {
            // The first ones may be faster than the server reads its configuration.
            while canceled.withLock({ $0.isEmpty }) {
                number += 1
                try await system.write("test", of: Self.owner) { [number] in try Self.add(number, $0) }
            }
        }
        #expect(fault == .unconfirmed(path: system.place))
        try await canceling
        #expect(try await Self.count(system) == number)
    }

    @Test func `a commit that may not wait for its standby is kept once the standby has it`() async throws {
        let (server, system) = try Self.serverWithoutStandby()
        defer { server.stop() }
        let canceled = Mutex<Set<Int64>>([])
        async let releasing: Bool = {
            try await Self.cancel(1, on: server, noting: canceled)
            let administration = try PostgreSQLConnection(server.administration)
            try await wait(until: "the question for the commit waits") {
                try !Self.waiting(administration).subtracting(canceled.withLock { $0 }).isEmpty
            }
            // What waits is released, as by a standby that has it.
            _ = try administration.rows("ALTER SYSTEM RESET synchronous_standby_names")
            _ = try administration.rows("SELECT pg_reload_conf()")
            return true
        }()
        let runs = Mutex(0)
        var number = 0
        while canceled.withLock({ $0.isEmpty }) {
            number += 1
            try await system.write("test", of: Self.owner) { [number] in
                runs.withLock { $0 += 1 }
                try Self.add(number, $0)
            }
        }
        #expect(try await releasing)
        #expect(runs.withLock { $0 } == number)
        #expect(try await Self.count(system) == number)
    }

    @Test func `the host that answered is asked first, and one that was lost last`() throws {
        let server = try PostgreSQLCluster.shared()
        let folder = try #require(server.address.split(separator: "=").last.map(String.init))
        let same = "/tmp/atrium-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createSymbolicLink(atPath: same, withDestinationPath: folder)
        defer { try? FileManager.default.removeItem(atPath: same) }
        let hosts = PostgreSQLHosts()
        func connect() throws -> PostgreSQLConnection {
            try PostgreSQLConnection(
                "postgres://atrium@/postgres?host=/nowhere,\(folder),\(same)&port=5431,5432,5432", hosts: hosts)
        }
        let (lost, idle, busy) = (try connect(), try connect(), try connect())
        #expect(lost.host?.name == folder)
        #expect(hosts.parameters.map(\.1) == ["\(folder),/nowhere,\(same)", ",,", "5432,5431,5432"])
        try busy.begin(isReading: true)
        // The session ends itself.
        #expect(throws: PostgreSQLFault.lost) { try lost.rows("SELECT pg_terminate_backend(pg_backend_pid())") }
        #expect(hosts.parameters.first?.1 == "/nowhere,\(same),\(folder)")
        #expect(!idle.isTrusted)
        #expect(busy.isTrusted)
        try lost.reopen()
        #expect(lost.isTrusted)
        #expect(lost.host?.name == same)
        #expect(try connect().host?.name == same)
    }

    @Test func `a lease whose answer is lost is held`() async throws {
        let losing = Atomic(false)
        let system = try Self.open { losing.exchange(false, ordering: .relaxed) }
        losing.store(true, ordering: .relaxed)
        let lease = try #require(try await system.lease("work"))
        let isStillLosing = losing.load(ordering: .relaxed)
        #expect(!isStillLosing)
        #expect(lease.isHeld)
        await lease.giveBack()
    }

    @Test func `a server without tables says what to do, and one that is not there why`() async throws {
        let cluster = try PostgreSQLCluster.shared()
        let bare = PostgreSQLSystem(cluster.address, folder: "/nowhere", schema: "bare")
        #expect(throws: StoreFault.unprepared(path: cluster.address)) { try bare.prepare(Self.schema) }
        let absent = PostgreSQLSystem("postgres://me:secret@/db?host=/nowhere", folder: "/nowhere")
        let fault = #expect(throws: StoreFault.self) { try absent.prepare(Self.schema) }
        guard case .offline("postgres://me@/db?host=/nowhere", let reason) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(reason.contains("No such file"))
    }

    @Test func `a lease is one process's, until it gives it back or does not renew it`() async throws {
        let system = try Self.open()
        let other = try Self.other(than: system)
        let lease = try #require(try await system.lease("work"))
        #expect(lease.isHeld)
        #expect(try await other.lease("work") == nil)
        #expect(try await other.lease("other work") != nil)
        try await lease.holding { try await system.write("test", of: Self.owner) { try Self.add(1, $0) } }
        // As if this process had been stopped for long.
        let connection = try PostgreSQLConnection(try PostgreSQLCluster.shared().address)
        _ = try connection.rows("UPDATE \(system.schema).atrium_lease SET until = now()")
        let next = try #require(try await other.lease("work"))
        // Without the permit, by which a renewal may have said so before the row does.
        await #expect(throws: StoreFault.interrupted(path: system.place)) {
            try await PostgreSQLLease.$current.withValue(lease) {
                try await system.write("test", of: Self.owner) { try Self.add(2, $0) }
            }
        }
        await #expect(throws: StoreFault.self) {
            try await lease.holding { try await system.write("test", of: Self.owner) { try Self.add(2, $0) } }
        }
        try await next.holding { try await other.write("test", of: Self.owner) { try Self.add(3, $0) } }
        // What became of an operation outside of the store is recorded in any case.
        try await lease.holding {
            try await WritePermit.recording {
                try await system.write("test", of: Self.owner) { try Self.add(4, $0) }
            }
        }
        #expect(try await Self.count(system) == 3)
        await next.giveBack()
        #expect(!next.isHeld)
        #expect(try await system.lease("work") != nil)
    }

    @Test(arguments: [
        ("\"oat\"", 40), ("\"milk\"", 10), ("\"oa\" *", 50), ("\"none\"", 0), ("\"oat\" AND \"milk\"", 10),
        ("\"oat\" AND \"mi\" *", 20), ("(\"milk\") OR (\"oak\")", 20), ("\"oat\" NOT \"milk\"", 30),
        ("(\"milk\" OR \"mint\") AND \"oat\"", 20), ("\"m\" * AND \"oa\" *", 20),
    ])
    func `the index counts the rows of a query, no further than a limit`(match: String, count: Int) async throws {
        let system = try PostgreSQLCluster.shared().system(folder: "/nowhere")
        try system.prepare(
            SQLSchema(
                "words", sql: "CREATE VIRTUAL TABLE words USING fts5(text, content = '');",
                words: SQLSchema.Words("words")))
        let owner = Self.owner
        try await system.write("words", of: owner) { database in
            let texts = (0..<50).map { number in
                let word = number < 10 ? "milk" : number < 20 ? "mint oatmeal" : ""
                return (
                    key: RowKey(owner: owner.rawValue, number: number + 1).rawValue,
                    text: (number < 40 ? "oat " : "oak ") + word
                )
            }
            try SQLTextIndex(database, "words").insert(texts)
        }
        let counts = try await system.read(of: owner) { database in
            let words = SQLTextMatch(match, in: "words", within: RowKey.range(owner: owner.rawValue))
            return try [.max, 1_000, 8].map { try words.count(in: database, limit: $0) }
        }
        #expect(counts == [count, count, min(count, 8)])
    }

    /// Ends the sessions of a system as an administrator does.
    private static func endConnections(of system: PostgreSQLSystem) throws {
        let connection = try PostgreSQLConnection(try PostgreSQLCluster.shared().administration)
        _ = try connection.rows(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1
            """, [.text(system.schema)])
    }
}
