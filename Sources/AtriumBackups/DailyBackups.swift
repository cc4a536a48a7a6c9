// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession

/// The backups that are made day by day in a folder of the home: those of seven days are kept, and of four weeks.
package struct DailyBackups: Sendable {
    private static let days = 7
    private static let weeks = 4
    private static let ending = ".backup"

    private let home: String
    private let program: String

    package init(in home: String, program: String) {
        self.home = home
        self.program = program
    }

    private var folder: String { home + "/" + BackupFormat.folder }

    /// The days of which there is a backup, the newest first.
    package func made() -> [(day: Day, path: String)] {
        let names = (try? Folder.names(in: folder, startingWith: program + "-")) ?? []
        return names.compactMap { name in
            guard name.hasSuffix(Self.ending),
                let day = Day(name.dropFirst(program.count + 1).dropLast(Self.ending.count))
            else { return nil }
            return (day, folder + "/" + name)
        }.sorted { $0.day > $1.day }
    }

    /// Whether the one of a day is missing.
    package func isDue(on day: Day) -> Bool { FileStatus(path(of: day)) == nil }

    /// Makes the one of a day, and removes those that are too old.
    ///
    /// - Throws: As `HomeBackup.write`; nothing is removed then.
    package func make(_ backup: HomeBackup, on day: Day, isWanted: () -> Bool = { true }) throws -> BackupReport {
        try Folder.make(folder)
        try Permissions.close(folder, as: .folder)
        let report = try backup.write(to: path(of: day), isWanted: isWanted)
        let all = made()
        let kept = Set(Self.kept(of: all.map(\.day), on: day))
        for (day, path) in all where !kept.contains(day) { try FilePlace.remove(path) }
        return report
    }

    private func path(of day: Day) -> String { "\(folder)/\(program)-\(day.text)\(Self.ending)" }

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
