// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumStores
import AtriumSystems
import Foundation

/// Something wrong in a home.
package enum HomeDamage: Hashable, Sendable {
    /// There is no folder.
    case noHome
    /// There is no store in it.
    case noStore
    /// Others may read or write an item.
    case mode(path: String, mode: UInt32)
    /// An item is another user’s.
    case foreign(path: String)
    /// An item is neither a file nor a folder.
    case kind(path: String)
    /// A folder or file cannot be read.
    case unreadable(path: String)
    /// A file that has text has other bytes.
    case noText(path: String)
    /// A database has no byte.
    case empty(path: String)
    /// A database is another program’s.
    case otherProgram(path: String)
    /// SQLite cannot read a database, or what it says about one.
    case damaged(path: String, fault: String)
    /// Indices of a database do not fit its rows.
    case indices(path: String, fault: String)
    /// A database keeps the space of removed data.
    case wasted(path: String, megabytes: Int)
    /// A database cannot be opened now.
    case fault(StoreFault)
    /// A killed process has left a working file, or an unfinished home.
    case left(path: String)
    /// A backup that was made by itself is not what was written.
    case backup(path: String)
    /// Few bytes are free on the disk.
    case room(megabytes: Int)
}

/// The examination of a home: its files, their modes, and its databases as SQLite sees them.
package struct HomeExamination: Sendable {
    /// A disk with less is full soon.
    private static let leastRoom = 100 << 20

    private let home: String
    private let program: String
    private let hasStore: Bool

    /// - Parameter hasStore: Whether the store is in the home, and not on a server.
    package init(of home: String, program: String, hasStore: Bool = true) {
        self.home = home
        self.program = program
        self.hasStore = hasStore
    }

    /// Looks at everything, and mends what can be.
    ///
    /// Databases are opened by SQLite alone, so that this process may have them open.
    package func findings(mends: Bool) -> [(damage: HomeDamage, isMended: Bool)] {
        guard let status = FileStatus(home, followingLinks: true), status.kind == .folder else {
            return [(.noHome, false)]
        }
        var found: [(damage: HomeDamage, isMended: Bool)] = []
        examineModes(status, &found, mends: mends)
        if hasStore, !FilePlace.exists(home + "/" + program + ".sqlite") { found.append((.noStore, false)) }
        for name in databases { examine(home + "/" + name, &found, mends: mends) }
        for path in left {
            if mends { Folder.discard(path) }
            found.append((.left(path: path), mends))
        }
        for path in texts where !Self.isText(path) { found.append((.noText(path: path), false)) }
        for (path, isOfUser) in backups {
            // A sealed one cannot be read here.
            let file = (try? BackupFile(path)).flatMap { $0.isSealed ? nil : $0 }
            let report = try? file?.read(of: program, isOfUser: isOfUser, openedWith: nil)
            if report == nil { found.append((.backup(path: path), false)) }
        }
        if let room = FilePlace.room(at: home), room.free < Self.leastRoom {
            found.append((.room(megabytes: room.free >> 20), false))
        }
        return found
    }

    /// The backups that were made by themselves: of everything, and of users’ data.
    private var backups: [(path: String, isOfUser: Bool)] {
        DailyBackups(in: home, program: program).made().map { ($0.path, false) }
            + BackupFormat.archives(in: home).map { ($0, true) }
    }

    private var databases: [String] {
        let names = (try? Folder.names(in: home)) ?? []
        return names.filter { $0.hasSuffix(".sqlite") && FileStatus(home + "/" + $0)?.kind == .regular }.sorted()
    }

    /// Lines of users, as they were typed.
    private var texts: [String] {
        ["history", "drafts"].flatMap { folder in
            ((try? Folder.names(in: home + "/" + folder)) ?? []).sorted().map { home + "/\(folder)/\($0)" }
        }
    }

    private static func isText(_ path: String) -> Bool {
        guard let file = try? FileReader(path, followingLinks: false), let bytes = try? file.bytes(limit: 64 << 20)
        else { return true }
        return String(validating: bytes, as: UTF8.self) != nil
    }

    /// The leftovers of killed processes.
    private var left: [String] {
        let inside = ((try? Folder.paths(below: home)) ?? []).filter {
            let name = Folder.split($0).name
            return name.hasPrefix(".draft-") && name.hasSuffix(".part") || $0 == Stage.mark
        }
        return inside.sorted().map { home + "/" + $0 } + Stage.unfinished(beside: home)
    }

    private func examineModes(
        _ status: FileStatus, _ found: inout [(damage: HomeDamage, isMended: Bool)], mends: Bool
    ) {
        func look(_ path: String, _ status: FileStatus?) {
            guard let status else { return }
            guard status.kind == .regular || status.kind == .folder else {
                return found.append((.kind(path: path), false))
            }
            guard status.isOurs else { return found.append((.foreign(path: path), false)) }
            if status.mode & 0o077 != 0 {
                let isMended = mends && (try? Permissions.close(path, as: status.kind)) != nil
                found.append((.mode(path: path, mode: status.mode), isMended))
            }
            let needed: UInt32 = status.kind == .folder ? 0o700 : 0o600
            if status.mode & needed != needed {
                let isMended = mends && (try? Permissions.open(path, as: status.kind)) != nil
                found.append((.unreadable(path: path), isMended))
            }
        }
        look(home, status)
        let paths =
            (try? Folder.paths(below: home, failing: { found.append((.unreadable(path: $0.path), false)) })) ?? []
        for name in paths.sorted() { look(home + "/" + name, FileStatus(home + "/" + name)) }
    }

    private func examine(
        _ path: String, _ found: inout [(damage: HomeDamage, isMended: Bool)], mends: Bool
    ) {
        guard FileStatus(path)?.size != 0 else { return found.append((.empty(path: path), false)) }
        do {
            let report = try SQLiteIntegrity.report(on: path)
            guard report.isOurs else { return found.append((.otherProgram(path: path), false)) }
            if report.faults.isEmpty, report.wasted > 0 {
                if mends { try SQLiteIntegrity.shrink(path) }
                found.append((.wasted(path: path, megabytes: report.wasted >> 20), mends))
            }
            // The examination of the rows says so of an index of words, and mends it.
            guard let fault = report.faults.first, !report.isOfWords else { return }
            guard report.isOfIndices else { return found.append((.damaged(path: path, fault: fault), false)) }
            var isMended = false
            if mends {
                try SQLiteIntegrity.remakeIndices(of: path)
                isMended = try SQLiteIntegrity.report(on: path).faults.isEmpty
            }
            found.append((.indices(path: path, fault: fault), isMended))
        } catch StoreFault.readOnly where found.contains(where: { $0.damage == .unreadable(path: path) }) {
            // Its mode says so already.
        } catch StoreFault.damaged {
            found.append((.damaged(path: path, fault: ""), false))
        } catch let fault as StoreFault {
            found.append((.fault(fault), false))
        } catch {
            found.append((.unreadable(path: path), false))
        }
    }
}
