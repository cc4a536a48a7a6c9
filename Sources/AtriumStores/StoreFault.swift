// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFiles

/// The failures of an information system, as facts; the presentation makes a sentence of each.
///
/// Earlier commits stay. Unless a case says otherwise, the current change was not kept.
public enum StoreFault: Error, Sendable, Hashable {
    /// Another process has held the write lock for longer than the busy timeout.
    case busy(path: String)
    /// The disk or the quota is full.
    case full(path: String)
    /// The file is damaged: its header, a page, or its length.
    case damaged(path: String)
    /// The file has no byte left, though a store never has none.
    case empty(path: String)
    /// The file is a database of another program, or no database.
    case foreign(path: String)
    /// The part of the file named `schema` was written by a newer version.
    case newer(path: String, schema: String, found: String, known: String)
    /// The file or its folder may not be written.
    case readOnly(path: String)
    /// The path now leads to another file, or to none: the store was moved, replaced or removed.
    case moved(path: String)
    /// The item in the place of the file, or of its folder, cannot hold a store.
    case refused(FileFault)
    /// The file or its folder cannot be opened; `reason` is the operating system's error number.
    case unreachable(path: String, reason: Int32)
    /// The disk did not read or write a file that is no database; `reason` is the operating system's error number.
    case failing(path: String, reason: Int32)
    /// The disk did not read or write; nothing says that the file is damaged.
    case device(path: String, code: Int32)
    /// The disk failed while a change was committed, which may have been kept or not.
    case unsure(path: String, code: Int32)
    /// The server kept the change, but its wait for the standby was cancelled: the change is lost if the server fails.
    case unconfirmed(path: String)
    /// The file would exceed what the file system, or a limit of the process, allows, or one value in it what SQLite does.
    case tooLarge(path: String)
    /// There is not enough memory.
    case outOfMemory(path: String)
    /// A value of a `ValueStore` does not have a property in a form that its type reads, which is that of another
    /// version of the app; the current change was not kept.
    case value(store: String, id: Int, key: String)
    /// A store cannot have this name.
    case name(String)
    /// The login that the change was for has ended.
    case loginEnded
    /// The work was interrupted.
    case interrupted(path: String)
    /// The server cannot be reached, for its or the network's reason, in English; empty if the connection was lost.
    case offline(path: String, reason: String)
    /// The server does not have the tables yet.
    case unprepared(path: String)
    /// The store is a copy of another one that is not whole yet.
    case unfinished(path: String, source: String)
    /// The server refused a statement, for its reason, in English; the state is the code of the SQL standard.
    case server(path: String, state: String, reason: String)
    /// The role of the server’s address lacks a right.
    case denied(path: String)
    /// The role of the server’s address has the rows of one user alone, which do not suffice for this.
    case oneUser(path: String)
    /// The server’s database is in another encoding than UTF-8.
    case encoding(path: String, found: String)
    /// The file that names the store names none.
    case unnamed(path: String)
    /// The client library of a server is not on this machine.
    case noLibrary(package: String)
    /// Anything else, with the system's own code.
    case other(path: String, code: Int32)
}

extension StoreFault {
    /// Whether the disk takes no changes, though what it has may be read.
    public var isOfWriting: Bool {
        switch self {
        case .full, .readOnly: true
        default: false
        }
    }

    /// The name for the path of a store that is in memory and has none.
    public static let pathInMemory = ":memory:"
}
