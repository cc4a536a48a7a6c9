import Foundation
import SMSLogStore
import Session
import Systems

/// The stores that have to agree.
enum StoreKind: CaseIterable {
    case memory
    case sqlite

    /// A new, empty store; a file of SQLite goes with the folder.
    func make() throws -> (dao: any MessageDAO, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        return (try MessageStore.open(on: try system(in: folder)), folder)
    }

    func system(in folder: TemporaryFolder) throws -> InformationSystem {
        switch self {
        case .memory: .memory(MemorySystem())
        case .sqlite: .sqlite(try SQLiteSystem(path: folder.path + "/store.sqlite"))
        }
    }
}

/// A folder that is removed with its last user.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/atrium-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
