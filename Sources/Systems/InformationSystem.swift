// SPDX-License-Identifier: GPL-3.0-or-later

/// Where an app's data lives: the caller of a store chooses one, and each store has a DAO for every case.
///
/// An enumeration and not a protocol, so that adding a system is a compile error in every store that lacks a DAO for
/// it.
public enum InformationSystem: Sendable {
    /// Plain Swift collections that go with the process.
    case memory(MemorySystem)
    /// One SQLite file, shared by processes.
    case sqlite(SQLiteSystem)
}

extension InformationSystem {
    /// Ends the use of the system; nothing can be read or written afterwards.
    public func close() {
        if case .sqlite(let system) = self { system.close() }
    }
}
