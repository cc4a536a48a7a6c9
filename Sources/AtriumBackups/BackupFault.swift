// SPDX-License-Identifier: GPL-3.0-or-later

/// Why data was not backed up or restored.
package enum BackupFault: Error, Hashable, Sendable {
    /// Nothing is stored on a disk.
    case inMemory
    /// A server keeps the data, and has means of its own.
    case onServer(address: String)
    /// The folder has no store.
    case noStore(home: String)
    /// The file does not begin as a backup does.
    case noBackup(path: String)
    /// The backup is of another program.
    case foreign(path: String, program: String)
    /// A newer version has written the backup.
    case newer(path: String, version: String)
    /// The file breaks off.
    case truncated(path: String)
    /// A part of the file is not what was written.
    case changed(path: String, name: String)
    /// The backup opens with a password only.
    case sealed(path: String)
    /// The backup does not open with this password, or was changed.
    case notOpened(path: String)
    /// The backup is the archive of one user.
    case ofUser(path: String, user: String)
    /// The backup is of all users.
    case ofAll(path: String)
    /// The shell cannot replace the store that it uses.
    case inShell(path: String, program: String)
    /// Another process uses the store.
    case inUse(home: String, process: Int)
    /// The folder cannot take the place of another in one step.
    case notExchanged(home: String, reason: Int32)
}
