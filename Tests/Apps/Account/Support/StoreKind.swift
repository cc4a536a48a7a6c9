// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Systems
import Testing

/// The stores that must all do the same.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory
    case sqlite

    var testDescription: String { rawValue }

    /// A new, empty system of this kind; the folder must live as long as the system is used.
    func open() throws -> (system: InformationSystem, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        switch self {
        case .memory: return (.memory(MemorySystem()), folder)
        case .sqlite: return (.sqlite(try SQLiteSystem(path: folder.path + "/atrium.sqlite")), folder)
        }
    }
}
