// SPDX-License-Identifier: GPL-3.0-or-later

public import Files

/// What an information system can fail of, as facts; a sentence is made of it by the presentation.
///
/// Whatever was committed before stays. Unless a case says otherwise, a change that was under way was not kept.
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
    /// The path leads to another file by now, or to none: somebody has moved, replaced or removed the store.
    case moved(path: String)
    /// What stands in the place of the file, or of its folder, is none that a store can be in.
    case refused(FileFault)
    /// The file or its folder cannot be opened; `reason` is the operating system's error number.
    case unreachable(path: String, reason: Int32)
    /// The disk did not read or write a file that is no database; `reason` is the operating system's error number.
    case failing(path: String, reason: Int32)
    /// The disk did not read or write; nothing says that the file is damaged.
    case device(path: String, code: Int32)
    /// The disk failed while a change was committed, which may have been kept or not.
    case unsure(path: String, code: Int32)
    /// The file would exceed what the file system, or a limit of the process, allows, or one value in it what SQLite does.
    case tooLarge(path: String)
    /// There is not enough memory.
    case outOfMemory(path: String)
    /// The login that the change was for has ended.
    case loginEnded
    /// The work was interrupted.
    case interrupted(path: String)
    /// Anything else, with the system's own code.
    case other(path: String, code: Int32)
}

extension StoreFault {
    /// What stands for the path of a store that is in memory and has none.
    public static let pathInMemory = ":memory:"
}
