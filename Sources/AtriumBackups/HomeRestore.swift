// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSession
import AtriumSystems
import Glibc

/// A new home beside the place that it is to take.
///
/// Its files are unpacked there, and put in order by the apps; then both homes exchange their names in one step. A process
/// that is killed before leaves the old home, one that is killed later the new one.
package struct Stage {
    /// Marks a home that is being restored, wherever it is: one without it was complete.
    static let mark = "RESTORING"
    private static let middle = ".restoring-"

    /// The path of the new home.
    package let path: String
    private let home: String
    private let lock: LockedFolder?
    private let isMarked: FolderMark

    /// Makes an empty home beside another, which need not exist.
    ///
    /// The leftovers of killed processes are put in order: an unfinished home is removed, and an old one gets its name.
    ///
    /// - Parameter home: The folder to take the place of; a link stands for its target.
    /// - Throws: `FileFault`.
    package init(beside home: String, at now: Timestamp) throws {
        let real = FilePlace.resolved(home) ?? home
        self.home = real
        try Folder.make(Folder.split(real).folder)
        try Self.removeStale(beside: real, at: now)
        path = try Folder.makeNew(Self.beginning(real))
        lock = try? LockedFolder(path)
        isMarked = try FolderMark(path, named: Self.mark)
    }

    /// Removes it.
    package func discard() { Folder.discard(path) }

    /// Puts it in the place of the home.
    ///
    /// - Returns: The folder in which the former home is now; `nil` if there was nothing in it.
    /// - Throws: `BackupFault.notExchanged`, `FileFault`; then the former home is in its place.
    package func take(at now: Timestamp) throws -> String? {
        try Folder.sync(path)
        guard FileStatus(home) != nil else {
            do throws(FileFault) { try FilePlace.moveUnlessTaken(path, to: home) } catch {
                throw BackupFault.notExchanged(home: home, reason: error.reason.number)
            }
            try finish()
            return nil
        }
        do throws(FileFault) { try FilePlace.exchange(path, with: home) } catch {
            throw BackupFault.notExchanged(home: home, reason: error.reason.number)
        }
        try finish()
        // Backups that were made day by day stay with the home.
        let backups = "/" + BackupFormat.folder
        if FileStatus(path + backups) != nil { try FilePlace.moveUnlessTaken(path + backups, to: home + backups) }
        guard try !Folder.names(in: path).filter({ $0 != "." && $0 != ".." }).isEmpty else {
            discard()
            return nil
        }
        return try Self.keep(path, of: home, at: now)
    }

    private func finish() throws {
        try isMarked.remove()
        try Folder.sync(Folder.split(home).folder)
    }

    private static func beginning(_ home: String) -> String {
        let (folder, name) = Folder.split(home)
        return "\(folder)/.\(name)\(middle)"
    }

    /// Gives a former home its name, with the time at which it was replaced.
    private static func keep(_ path: String, of home: String, at now: Timestamp) throws -> String {
        let time = CivilTime(now, in: .gmt).full.replacing(" ", with: "T").replacing(":", with: "")
        var number = 1
        while true {
            let name = "\(home).before-\(time)" + (number == 1 ? "" : "-\(number)")
            do throws(FileFault) {
                try FilePlace.moveUnlessTaken(path, to: name)
                return name
            } catch {
                guard error.reason == .system(EEXIST) else { throw error }
                number += 1
            }
        }
    }

    /// The unfinished homes that killed processes have left beside one.
    static func unfinished(beside home: String) -> [String] {
        let (folder, name) = Folder.split(beginning(FilePlace.resolved(home) ?? home))
        return ((try? Folder.names(in: folder, startingWith: name)) ?? []).map { folder + "/" + $0 }.filter {
            FileStatus($0 + "/" + mark) != nil && (try? LockedFolder($0)) != nil
        }
    }

    private static func removeStale(beside home: String, at now: Timestamp) throws {
        let (folder, name) = Folder.split(beginning(home))
        for path in try Scratch.abandoned(in: folder, startingWith: name) {
            if FileStatus(path + "/" + mark) != nil {
                Folder.discard(path)
            } else {
                _ = try keep(path, of: home, at: now)
            }
        }
    }
}

/// The home that a backup is to take the place of.
package struct RestoredHome {
    private let home: String
    private let program: String

    package init(_ home: String, program: String) {
        self.home = home
        self.program = program
    }

    /// Whether it has any file.
    package var isOccupied: Bool { (try? Folder.names(in: home))?.isEmpty == false }

    /// Checks that no other process uses the store.
    ///
    /// - Throws: `BackupFault.inUse`.
    package func checkUnused() throws {
        for name in (try? Folder.names(in: home)) ?? [] where name.hasSuffix(".sqlite") {
            if let process = SQLiteSnapshot.user(of: home + "/" + name) {
                throw BackupFault.inUse(home: home, process: Int(process))
            }
        }
    }
}
