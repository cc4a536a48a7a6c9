// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Testing

/// The stores that must all do the same.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory
    case sqlite
    case postgreSQL

    static var allCases: [StoreKind] { [.memory, .sqlite] + (PostgreSQLCluster.isInstalled ? [.postgreSQL] : []) }

    var testDescription: String { rawValue }

    /// A new, empty system of this kind; the folder must live as long as the system is used.
    func open() throws -> (system: InformationSystem, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        switch self {
        case .memory: return (.memory(MemorySystem()), folder)
        case .sqlite: return (.sqlite(try SQLiteSystem(path: folder.path + "/atrium.sqlite")), folder)
        case .postgreSQL: return (.postgreSQL(try PostgreSQLCluster.shared().system(folder: folder.path)), folder)
        }
    }
}
