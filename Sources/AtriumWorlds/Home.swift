// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
public import AtriumStores
import Foundation
import Glibc

/// The folder in which everything is kept.
public struct Home {
    /// Its absolute path.
    package let path: String
    private let database: String

    /// The named folder, or the one that the environment names.
    ///
    /// Source of the default: XDG Base Directory Specification 0.8.
    public init(
        of program: ProgramIdentity, named name: String?, variables: [String: String], workingFolder: String
    ) {
        database = program.command + ".sqlite"
        func absolute(_ name: String) -> String { name.hasPrefix("/") ? name : workingFolder + "/" + name }
        if let name = name ?? variables[program.variable("HOME")], !name.isEmpty {
            path = absolute(name)
        } else {
            path = Self.place(variables["XDG_DATA_HOME"], else: ".local/share", variables) + "/" + program.command
        }
    }

    /// The folder that a variable names by an absolute path, or the one below the user’s own folder.
    package static func place(_ named: String?, else usual: String, _ variables: [String: String]) -> String {
        if let named, named.hasPrefix("/") { return named }
        return folderOfUser(variables) + "/" + usual
    }

    /// The user’s own folder: the one that `HOME` names by an absolute path, or that of the user database.
    package static func folderOfUser(_ variables: [String: String]) -> String {
        if let named = variables["HOME"], named.hasPrefix("/") { return named }
        return getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) } ?? "/"
    }

    /// Whether other users of the machine may write in it.
    package var isShared: Bool { FileStatus(path, followingLinks: true).map { $0.mode & 0o022 != 0 } ?? false }

    package var store: String { path + "/" + database }

    /// The file that names another store, which may contain a password.
    package var storeSetting: String { path + "/store" }

    /// The text of that file; `nil` without it.
    ///
    /// - Throws: `StoreFault` if it cannot be read.
    public func namedStore() throws(StoreFault) -> String? {
        guard FileStatus(storeSetting, followingLinks: true) != nil else { return nil }
        do throws(FileFault) {
            // Longer than any address.
            let bytes = try FileReader(storeSetting).bytes(limit: 4096)
            return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        } catch {
            throw .unreachable(path: storeSetting, reason: error.reason.number)
        }
    }

    /// The folder of the command history, which may not exist.
    package var history: String { path + "/history" }

    /// The folder of the command history, made with mode 0700; `nil` if it cannot be made.
    package func historyFolder() -> String? { made(history) }

    /// The folder of unfinished lines, made with mode 0700; `nil` if it cannot be made.
    package func draftsFolder() -> String? { made(path + "/drafts") }

    private func made(_ folder: String) -> String? {
        do {
            try Folder.make(folder)
            try Permissions.close(folder, as: .folder)
            return folder
        } catch {
            // A shell without history is better than none.
            return nil
        }
    }
}
