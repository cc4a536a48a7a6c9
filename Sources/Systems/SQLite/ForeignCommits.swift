// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Synchronization

/// What is known of the commits of other processes.
///
/// SQLite tells nobody of them. The state of the log changes with each commit, this process’s too; `PRAGMA data_version`
/// of the writer changes with those of others alone. So the log says whether there is anything to ask, and the writer,
/// once it is open, whose it was: before that all were others’.
final class ForeignCommits: Sendable {
    private struct Known {
        var state: LogState?
        /// The writer’s version; nil until it is open, and where others may have committed before that.
        var version: Int64?
    }

    private let log: LogIndex?
    private let known: Mutex<Known>

    /// Begins with what there is now.
    ///
    /// - Parameter log: nil for a database without one.
    init(_ log: LogIndex?) {
        self.log = log
        known = Mutex(Known(state: log?.state))
    }

    /// Goes on with a writer that has just been opened and has committed nothing.
    func begin(with writer: Database) throws {
        let version = try Self.version(writer)
        known.withLock { known in
            // What has been committed since the last look is found by the next one.
            if log?.state == known.state { known.version = version }
        }
    }

    /// Whether there are new ones since the last look.
    ///
    /// - Parameter writer: Gives the writer, if it is open.
    /// - Throws: What SQLite says.
    func look(from writer: () -> DatabaseQueue?) async throws -> Bool {
        // Read first: what is committed meanwhile is found by the next look.
        let state = log?.state
        let last = known.withLock { $0.state }
        // Where there was a log, there is none once all is closed.
        guard state == nil ? last == nil : state != last else { return false }
        guard let queue = writer() else {
            return known.withLock { known in
                defer { known.state = state }
                return known.state != state
            }
        }
        let version = try await queue.writeWithoutTransaction { try Self.version($0) }
        return known.withLock { known in
            defer { known = Known(state: state, version: version) }
            return known.version != version
        }
    }

    private static func version(_ database: Database) throws -> Int64? {
        try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version"))
    }
}
