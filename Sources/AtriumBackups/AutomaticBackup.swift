// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumSession
public import AtriumWorlds

/// A backup in the home of a program, which the program made by itself.
public struct AutomaticBackup: Hashable, Sendable, Identifiable {
    /// The reason for which it was made.
    public enum Kind: String, Hashable, Sendable {
        /// A setting asks for one each day; the owner’s has everything, that of another user the user’s data.
        case daily
        /// An import has replaced what is in it; it has the data of one user.
        case beforeImport = "former"
    }

    /// The reason for which it was made.
    public let kind: Kind
    /// The time at which it was written.
    public let made: Timestamp
    /// The number of its bytes.
    public let size: Int
    /// The path of its file.
    public let path: String

    /// The path identifies it.
    public var id: String { path }

    /// The backups in the home of a world, the newest first.
    ///
    /// - Parameters:
    ///   - user: The user whose former data is meant.
    ///   - withDaily: Whether those of everything are meant, too.
    ///   - world: The world; one without a home has no backups.
    public static func all(of user: UserID, withDaily: Bool, in world: World) async -> [AutomaticBackup] {
        guard let home = world.home else { return [] }
        let program = world.program.command
        return await BlockingCall.run { all(of: user, withDaily: withDaily, in: home, program: program) }
    }

    private static func all(of user: UserID, withDaily: Bool, in home: String, program: String) -> [AutomaticBackup] {
        let former = FormerArchives(in: home).made(of: user).map { (Kind.beforeImport, $0.path) }
        let daily =
            DailyBackups(in: home, of: user).made()
            + (withDaily ? DailyBackups(in: home, program: program).made() : [])
        return (former + daily.map { (Kind.daily, $0.path) }).compactMap { kind, path in
            FileStatus(path).map {
                AutomaticBackup(
                    kind: kind, made: Timestamp(milliseconds: $0.written / 1_000_000), size: $0.size, path: path)
            }
        }.sorted { ($0.made, $0.path) > ($1.made, $1.path) }
    }
}
