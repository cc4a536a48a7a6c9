// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A connection to a server, with its prepared statements.
///
/// Statements whose results nothing waits for are sent one behind the other (pipelining), and cost no round trip each; a
/// failure of one shows at the next statement with a result, or at the end of the transaction, which then keeps nothing.
///
/// Used by one thread at a time, which it blocks.
package final class PostgreSQLConnection {
    /// The most statements, and bytes, whose results are not read yet; this bounds the memory of both sides.
    private static let (mostPending, mostBytes) = (256, 1 << 20)
    /// More prepared statements than these are not kept.
    private static let mostPrepared = 500

    private let library: LibPQ
    private let address: String
    private let settings: [(name: String, value: String)]
    private let hosts: PostgreSQLHosts
    private var connection: OpaquePointer?
    /// The host that answered; `nil` if the address names only one.
    private(set) var host: PostgreSQLHosts.Host?
    /// The number of connections to the hosts that had been lost before this one was made.
    private var losses = 0
    private var pending = 0
    private var pendingBytes = 0
    /// The number of ends of pipelined statements that were sent, and whose answers are not read yet.
    private var pendingSyncs = 0
    private var prepared: [String: String] = [:]
    private var unproved: [String] = []
    private var preparedCount = 0
    private var cursorCount = 0
    /// Counts the transactions, with which cursors end.
    fileprivate private(set) var transaction = 0
    package fileprivate(set) var isInTransaction = false
    /// Whether the statements of this transaction have one plan for all values.
    private var hasOnePlan = false
    private var isCommitting = false
    /// The time that statements have; `nil` for as long as the server gives each.
    package var patience: Duration?
    /// Whether the answer to a commit is lost on its way; for tests.
    package var losesAnswer: (() -> Bool)?
    /// The number of rows that the last statement changed, once its result is read.
    private var lastCount = 0
    /// Whether the server has warned since the last commit began.
    private var isWarned = false

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: An address of libpq’s: several hosts, a service and a file of passwords are its own.
    ///   - settings: The settings of the session.
    ///   - hosts: The hosts of the address, which all connections of a store share.
    /// - Throws: `PostgreSQLFault.noLibrary`, `.unreachable`, `.refused`.
    package init(
        _ address: String, settings: [(name: String, value: String)] = [], hosts: PostgreSQLHosts = PostgreSQLHosts()
    ) throws(PostgreSQLFault) {
        library = try LibPQ.load()
        (self.address, self.settings, self.hosts) = (address, settings, hosts)
        try connect()
    }

    deinit { close() }

    /// Connects again, after the connection was lost; its statements and its transaction are gone.
    package func reopen() throws(PostgreSQLFault) {
        close()
        (prepared, unproved, pending, pendingBytes, pendingSyncs) = ([:], [], 0, 0, 0)
        isInTransaction = false
        try connect()
    }

    private func connect() throws(PostgreSQLFault) {
        losses = hosts.losses
        do throws(PostgreSQLFault) {
            var passed = 0
            var (place, others): (String?, [String]?) = (nil, nil)
            while !reach(at: place) {
                passed += 1
                let silence = silence()
                if passed >= hosts.passed(by: library, connection) {
                    // libpq goes on to the next address of a name by itself only if one refuses.
                    let rest = others ?? (passed == 1 ? otherAddresses() : [])
                    guard let next = rest.first else { throw .unreachable(reason: silence) }
                    (place, others) = (next, Array(rest.dropFirst()))
                }
                close()
            }
            guard isOpen else { throw PostgreSQLFault.unreachable(reason: message) }
            host = hosts.answered(by: library, connection)
            for setting in settings {
                let result = library.execute(connection, "SET \(setting.name) = \(setting.value)")
                defer { library.clear(result) }
                guard library.resultStatus(result) == Status.done else { throw fault(of: result) }
            }
            guard library.enterPipelineMode(connection) == 1 else { throw PostgreSQLFault.lost }
        } catch {
            close()
            throw error
        }
    }

    /// The addresses of the host’s name behind the first.
    private func otherAddresses() -> [String] {
        guard let host = library.host(connection), host[0] != 0, host[0] != CChar(UInt8(ascii: "/")) else { return [] }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: [String] = []
        while let one = found?.pointee {
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(one.ai_addr, one.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 {
                addresses.append(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            found = one.ai_next
        }
        return Array(addresses.dropFirst())
    }

    /// Connects to the first host that answers.
    ///
    /// Not by the function that does all of it: notices of the server would be written to standard error.
    ///
    /// - Parameter place: The numeric address of the host; `nil` for those of its name.
    /// - Returns: False if a host is silent.
    private func reach(at place: String?) -> Bool {
        // The parameters before the address hold unless the address says something else. A host that is silent for five
        // seconds is given up: what was asked of it is asked of the next one.
        let parameters =
            [
                ("connect_timeout", "3"), ("fallback_application_name", "atrium"), ("keepalives_idle", "2"),
                ("keepalives_interval", "1"), ("keepalives_count", "3"), ("tcp_user_timeout", "5000"),
                ("target_session_attrs", "read-write"), ("dbname", address), ("client_encoding", "UTF8"),
            ] + hosts.parameters + (place.map { [("hostaddr", $0)] } ?? [])
        let names = parameters.map { strdup($0.0) }
        let values = parameters.map { strdup($0.1) }
        defer { for text in names + values { free(text) } }
        connection = library.connect(
            names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
        // The connection’s notices end with it, which this object does not outlive.
        _ = library.setNoticeReceiver(
            connection,
            { receiver, notice in
                guard let receiver else { return }
                Unmanaged<PostgreSQLConnection>.fromOpaque(receiver).takeUnretainedValue().receive(notice)
            }, Unmanaged.passUnretained(self).toOpaque())
        guard library.status(connection) != Status.bad else { return true }
        let limit = library.settings(of: connection)["connect_timeout"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        var (place, end) = ([String](), ContinuousClock.now)
        var step = Polling.writing
        while step == Polling.reading || step == Polling.writing {
            let present = [library.host, library.port].compactMap { $0(connection).map { String(cString: $0) } }
            // Each host has its own time; as in libpq two seconds are the least.
            if present != place { (place, end) = (present, .now + .seconds(max(limit ?? 0, 2))) }
            let rest = limit == nil ? -1 : max(0, Int32((end - .now) / .milliseconds(1)))
            guard wait(for: step == Polling.writing ? POLLOUT : POLLIN, milliseconds: rest) else { return false }
            step = library.connectPoll(connection)
        }
        return true
    }

    /// Waits until the server’s socket is ready; `false` if it was not in time.
    private func wait(for event: Int32, milliseconds: Int32) -> Bool {
        var state = pollfd(fd: library.socket(connection), events: Int16(event), revents: 0)
        while true {
            let count = poll(&state, 1, milliseconds)
            // A signal begins the time again, of which there are few.
            if count < 0, errno == EINTR { continue }
            // A socket that is broken says so when it is used.
            return count != 0
        }
    }

    /// The reason of a host that does not answer, in the words of libpq.
    private func silence() -> String {
        let (host, port) = (library.host(connection), library.port(connection))
        let place = [host, port].map { $0.map { String(cString: $0) } ?? "" }
        return "connection to server at \"\(place[0])\", port \(place[1]) failed: timeout expired."
    }

    /// Closes it, once.
    package func close() {
        library.finish(connection)
        connection = nil
    }

    /// Whether the connection stands, as far as is known without asking.
    package var isOpen: Bool { connection != nil && library.status(connection) == 0 }

    /// Whether the connection is open, and either in a transaction or no other one has been lost since it was made.
    ///
    /// Otherwise its host may be as silent, which would cost the next statement seconds to find out.
    package var isTrusted: Bool { isOpen && (isInTransaction || losses == hosts.losses) }

    private var message: String {
        let text = library.errorMessage(connection).map { String(cString: $0) } ?? ""
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty || line.hasSuffix(".") ? line : line + "."
    }

    /// The states of a result (`ExecStatusType`), and the one of a connection that failed (`CONNECTION_BAD`).
    private enum Status {
        static let (done, rows, fatal, sync, aborted) = (Int32(1), Int32(2), Int32(7), Int32(10), Int32(11))
        static let bad = Int32(1)
    }

    /// The events that a connection waits for while it is made (`PostgresPollingStatusType`).
    private enum Polling {
        static let (reading, writing) = (Int32(1), Int32(2))
    }

    /// A field of a failure (`PG_DIAG_SQLSTATE`, `PG_DIAG_MESSAGE_PRIMARY`).
    private enum Field {
        static let (state, message) = (Int32(UInt8(ascii: "C")), Int32(UInt8(ascii: "M")))
    }

    private func field(_ code: Int32, of result: OpaquePointer?) -> String {
        library.errorField(result, code).map { String(cString: $0) } ?? ""
    }

    private func fault(of result: OpaquePointer?) -> PostgreSQLFault {
        guard isOpen else { return .lost }
        return .refused(state: field(Field.state, of: result), message: field(Field.message, of: result))
    }

    private func receive(_ notice: OpaquePointer?) {
        if field(Field.state, of: notice) == Self.warning { isWarned = true }
    }

    /// The code of a warning; notices have 00000, and warnings of a certain kind codes of their own.
    private static let warning = "01000"
}

// MARK: - Statements

extension PostgreSQLConnection {
    /// Sends a statement whose result nothing waits for.
    ///
    /// - Throws: `PostgreSQLFault`, also of an earlier statement.
    package func send(_ sql: String, _ values: [PostgreSQLValue] = []) throws(PostgreSQLFault) {
        try sendUnread(sql, values)
        if pending >= Self.mostPending || pendingBytes >= Self.mostBytes { _ = try finishPending() }
    }

    /// Runs a statement, and returns its rows.
    ///
    /// - Throws: `PostgreSQLFault`, also of an earlier statement.
    package func rows(_ sql: String, _ values: [PostgreSQLValue] = []) throws(PostgreSQLFault) -> PostgreSQLResult {
        try sendUnread(sql, values)
        guard let result = try finishPending() else { throw .lost }
        return result
    }

    /// The same in a transaction, planned for these values alone, since some words are rare, and some are in every text; or
    /// by one plan for all values, which the connection keeps.
    package func plannedRows(
        _ sql: String, _ values: [PostgreSQLValue] = [], byOnePlan: Bool = false
    ) throws(PostgreSQLFault) -> PostgreSQLResult {
        if byOnePlan {
            try plan(once: true)
            return try rows(sql, values)
        }
        try sendOnce(sql, values)
        guard let result = try finishPending() else { throw .lost }
        return result
    }

    /// Waits until all that was sent is done.
    package func settle() throws(PostgreSQLFault) { try finishPending() }

    /// The number of rows that the last statement changed.
    package func changesCount() throws(PostgreSQLFault) -> Int {
        _ = try finishPending()
        return lastCount
    }

    private func plan(once: Bool) throws(PostgreSQLFault) {
        guard once != hasOnePlan else { return }
        hasOnePlan = once
        try sendUnread("SET LOCAL plan_cache_mode = \(once ? "force_generic_plan" : "auto")", [])
    }

    private func sendUnread(_ sql: String, _ values: [PostgreSQLValue]) throws(PostgreSQLFault) {
        guard connection != nil else { throw .lost }
        let name = try preparedName(sql)
        let isSent = withParameters(values) { texts, lengths, formats in
            library.sendPrepared(connection, name, Int32(values.count), texts, lengths, formats, 0) == 1
        }
        try note(isSent)
    }

    /// Sends a statement that is planned for its values alone.
    fileprivate func sendOnce(_ sql: String, _ values: [PostgreSQLValue]) throws(PostgreSQLFault) {
        guard connection != nil else { throw .lost }
        try plan(once: false)
        let isSent = withParameters(values) { texts, lengths, formats in
            library.sendParams(connection, sql, Int32(values.count), nil, texts, lengths, formats, 0) == 1
        }
        try note(isSent)
    }

    private func note(_ isSent: Bool) throws(PostgreSQLFault) {
        guard isSent else {
            guard isOpen else { throw lost() }
            throw .refused(state: "", message: message)
        }
        pending += 1
    }

    private func preparedName(_ sql: String) throws(PostgreSQLFault) -> String {
        if let name = prepared[sql] { return name }
        if prepared.count >= Self.mostPrepared {
            _ = try finishPending()
            prepared = [:]
            try sendOnce("DEALLOCATE ALL", [])
        }
        preparedCount += 1
        let name = "s\(preparedCount)"
        try note(library.sendPrepare(connection, name, sql, 0, nil) == 1)
        prepared[sql] = name
        unproved.append(sql)
        return name
    }

    /// All values one behind the other, each with a zero behind it, and their places.
    private func withParameters<Result>(
        _ values: [PostgreSQLValue],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        guard !values.isEmpty else { return body(nil, nil, nil) }
        var bytes: [UInt8] = []
        var places: [Int?] = []
        var (lengths, formats): ([Int32], [Int32]) = ([], [])
        for value in values {
            let start = bytes.count
            var isBinary = false
            switch value {
            case .null: break
            case .integer(let number): bytes.append(contentsOf: String(number).utf8)
            case .real(let number): bytes.append(contentsOf: String(number).utf8)
            case .text(let text): PostgreSQLText.append(text, to: &bytes)
            case .bytes(let raw):
                bytes.append(contentsOf: raw)
                isBinary = true
            }
            places.append(value == .null ? nil : start)
            lengths.append(Int32(clamping: bytes.count - start))
            formats.append(isBinary ? 1 : 0)
            bytes.append(0)
        }
        pendingBytes += bytes.count
        return bytes.withUnsafeBytes { raw in
            let start = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            let texts = places.map { place in place.flatMap { start?.advanced(by: $0) } }
            return body(texts, lengths, formats)
        }
    }

    /// Reads the results of all statements that were sent.
    ///
    /// - Returns: That of the last one; `nil` if there was none.
    /// - Throws: The first failure.
    @discardableResult
    private func finishPending() throws(PostgreSQLFault) -> PostgreSQLResult? {
        guard pending > 0 else { return nil }
        let count = pending
        (pending, pendingBytes) = (0, 0)
        try sync()
        var last: PostgreSQLResult?
        var failure: PostgreSQLFault?
        var gaps = 0
        reading: while true {
            try waitForResult(of: count)
            guard let result = library.result(connection) else {
                // One after each statement; more only if nothing comes any more.
                gaps += 1
                if gaps > 1, !isOpen { throw lost() }
                continue
            }
            gaps = 0
            switch library.resultStatus(result) {
            case Status.sync:
                library.clear(result)
                pendingSyncs -= 1
                if pendingSyncs == 0 { break reading }
            case Status.done, Status.rows: last = PostgreSQLResult(library, result)
            case Status.aborted: library.clear(result)
            default:
                if failure == nil { failure = fault(of: result) }
                library.clear(result)
                guard isOpen else { throw lost() }
            }
        }
        if let failure {
            // Which of the new ones the server has is not known.
            for sql in unproved { prepared[sql] = nil }
            unproved = []
            throw failure
        }
        unproved = []
        lastCount = last?.affected ?? 0
        return last
    }

    /// The time that a server has for each statement, by its own clock, and a little more for the way.
    private static let longest = Duration.seconds(65)
    /// The time after which a silent server is given up if no one waits for the work, or if another connection was lost.
    private static let longestSilence = Duration.seconds(3)

    /// Waits until there is a result: a server that was stopped answers nothing, and its connections stay.
    ///
    /// A commit is waited for without end, since what comes of it is not known.
    private func waitForResult(of count: Int) throws(PostgreSQLFault) {
        let start = ContinuousClock.now
        while library.isBusy(connection) == 1 {
            if wait(for: POLLIN, milliseconds: 250) {
                guard library.consumeInput(connection) == 1 else { return }
                continue
            }
            guard !isCommitting else { continue }
            let time = ContinuousClock.now - start
            if time > patience ?? Self.longest * count { throw lost() }
            guard time > Self.longestSilence else { continue }
            if losses != hosts.losses { throw lost() }
            if Task.isCancelled {
                close()
                isInTransaction = false
                throw .refused(state: Self.cancelled, message: "")
            }
        }
    }

    /// The code of a statement that was cancelled.
    private static let cancelled = "57014"

    /// Ends the statements that were sent, and sends what is left of them.
    private func sync() throws(PostgreSQLFault) {
        guard library.pipelineSync(connection) == 1 else { throw lost() }
        pendingSyncs += 1
    }

    private func lost() -> PostgreSQLFault {
        hosts.lost(host)
        close()
        isInTransaction = false
        return .lost
    }
}

// MARK: - Transactions

extension PostgreSQLConnection {
    /// Does work in a transaction, which is taken back if anything of it fails.
    ///
    /// - Parameter isReading: Whether it only reads, and sees one state throughout.
    /// - Throws: As `commit()`; the errors of `body`.
    package func inTransaction<Result>(isReading: Bool = false, _ body: () throws -> Result) throws -> Result {
        do {
            try begin(isReading: isReading)
            let result = try body()
            if isReading { try endReading() } else { try commit() }
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Begins a transaction.
    ///
    /// - Parameter isReading: Whether it only reads, and sees one state throughout.
    package func begin(isReading: Bool) throws(PostgreSQLFault) {
        transaction += 1
        (isInTransaction, hasOnePlan) = (true, false)
        try send(isReading ? "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY" : "BEGIN")
    }

    /// Commits the transaction.
    ///
    /// - Throws: `PostgreSQLFault`: after `.unconfirmed` it was kept by this server, and maybe not by its standby; after
    ///   `.unknownOutcome` it may have been kept; after any other it was not.
    package func commit() throws(PostgreSQLFault) {
        (isInTransaction, isWarned, isCommitting) = (false, false, true)
        defer { isCommitting = false }
        try sendUnread("COMMIT", [])
        let result: PostgreSQLResult?
        do throws(PostgreSQLFault) { result = try finishPending() } catch {
            throw error == .lost ? .unknownOutcome : error
        }
        if losesAnswer?() == true {
            _ = lost()
            throw .unknownOutcome
        }
        // So the server answers if a statement had failed before.
        guard result?.command != "ROLLBACK" else { throw .refused(state: "25P02", message: "") }
        // So the server says that its wait for the standby was cancelled. Another warning would be none of a commit.
        if isWarned { throw .unconfirmed }
    }

    /// Ends a transaction that only read, and waits for no answer: it is read before that of the next statement.
    private func endReading() throws(PostgreSQLFault) {
        // A failure of the transaction’s statements is its own.
        try finishPending()
        isInTransaction = false
        try sendUnread("COMMIT", [])
        try sync()
    }

    /// Takes the transaction back, if there is one; an unreachable server does so by itself.
    package func rollback() {
        isInTransaction = false
        guard isOpen else { return }
        // The failure is what the transaction ends for.
        try? settle()
        try? sendUnread("ROLLBACK", [])
        try? settle()
    }
}

/// A statement’s rows, some at a time: a caller that needs only the first ones does not pay for the rest.
///
/// It ends with its transaction.
package final class PostgreSQLCursor {
    private static let (first, most) = (64, 4096)

    private let connection: PostgreSQLConnection
    private let name: String
    private let transaction: Int
    private var result: PostgreSQLResult
    private var index = 0
    private var size = first
    private var isOver = false

    /// Declares a cursor, and fetches the first rows; the statement is planned for these values.
    package init(
        _ connection: PostgreSQLConnection, _ sql: String, _ values: [PostgreSQLValue]
    ) throws(PostgreSQLFault) {
        self.connection = connection
        transaction = connection.transaction
        name = connection.nextCursor()
        try connection.sendOnce("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)", values)
        result = try connection.fetch(size, from: name)
        isOver = result.count < size
    }

    deinit {
        guard connection.isInTransaction, connection.transaction == transaction else { return }
        try? connection.sendOnce("CLOSE \(name)", [])
    }

    /// The next row; `nil` after the last one.
    package func next() throws(PostgreSQLFault) -> PostgreSQLRow? {
        if index == result.count {
            guard !isOver else { return nil }
            size = min(size * 4, Self.most)
            result = try connection.fetch(size, from: name)
            isOver = result.count < size
            index = 0
            guard result.count > 0 else { return nil }
        }
        defer { index += 1 }
        return PostgreSQLRow(result: result, index: index)
    }
}

extension PostgreSQLConnection {
    fileprivate func nextCursor() -> String {
        cursorCount += 1
        return "c\(cursorCount)"
    }

    fileprivate func fetch(_ count: Int, from cursor: String) throws(PostgreSQLFault) -> PostgreSQLResult {
        try sendOnce("FETCH FORWARD \(count) FROM \(cursor)", [])
        guard let result = try finishPending() else { throw .lost }
        return result
    }
}
