// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession

/// The backups that are made day by day in a folder of the home: those of seven days are kept, and of four weeks.
package struct DailyBackups: Sendable {
    private static let days = 7
    private static let weeks = 4

    private let home: String
    private let beginning: String
    private let ending: String

    /// Those of everything.
    package init(in home: String, program: String) {
        self.home = home
        (beginning, ending) = (program + "-", ".backup")
    }

    /// Those of one user’s data.
    package init(in home: String, of user: UserID) {
        self.home = home
        (beginning, ending) = (BackupFormat.beginning(of: user), BackupFormat.archiveEnding)
    }

    private var folder: String { home + "/" + BackupFormat.folder }

    /// The days of which there is a backup, the newest first.
    package func made() -> [(day: Day, path: String)] {
        let names = (try? Folder.names(in: folder, startingWith: beginning)) ?? []
        return names.compactMap { name in
            guard name.hasSuffix(ending), let day = Day(name.dropFirst(beginning.count).dropLast(ending.count))
            else { return nil }
            return (day, folder + "/" + name)
        }.sorted { $0.day > $1.day }
    }

    /// Whether the one of a day is missing.
    package func isDue(on day: Day) -> Bool { FileStatus(path(of: day)) == nil }

    /// Makes the folder if it is missing, and returns the path of the one of a day.
    ///
    /// - Throws: `FileFault`.
    package func newPath(on day: Day) throws -> String {
        try BackupFormat.make(folder: folder)
        return path(of: day)
    }

    /// Removes those that are too old, once the one of a day is made.
    ///
    /// - Throws: `FileFault`.
    package func removeOld(on day: Day) throws {
        let all = made()
        let kept = Set(Self.kept(of: all.map(\.day), on: day))
        for (day, path) in all where !kept.contains(day) { try FilePlace.remove(path) }
    }

    private func path(of day: Day) -> String { "\(folder)/\(beginning)\(day.text)\(ending)" }

    /// The days whose backups are kept: the last seven, and the first of each of the last four weeks that have any.
    package static func kept(of days: [Day], on today: Day) -> [Day] {
        let first = today.adding(days: 1 - Self.days)
        var weekly: [Day: Day] = [:]
        for day in days {
            let monday = day.adding(days: -day.weekday)
            weekly[monday] = min(weekly[monday] ?? day, day)
        }
        let weeks = Set(weekly.sorted { $0.key > $1.key }.prefix(Self.weeks).map(\.value))
        return days.filter { $0 >= first || weeks.contains($0) }
    }
}
