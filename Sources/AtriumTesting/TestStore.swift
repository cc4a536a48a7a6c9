// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
public import Systems

/// The information systems that every store’s contract suite runs on.
public enum TestStore: CaseIterable, Sendable {
    case memory
    case sqlite

    /// A new, empty system; what it needs on disk goes with the value that is returned.
    public func open() throws -> TemporarySystem {
        switch self {
        case .memory: TemporarySystem(system: .memory(MemorySystem()), folder: nil)
        case .sqlite: try TemporarySystem.sqlite()
        }
    }
}

/// A system whose files are removed with it.
public final class TemporarySystem: Sendable {
    /// The system.
    public let system: InformationSystem
    /// The folder of its files; nil in memory.
    public let folder: String?

    init(system: InformationSystem, folder: String?) {
        self.system = system
        self.folder = folder
    }

    static func sqlite() throws -> TemporarySystem {
        let folder = NSTemporaryDirectory() + "atrium-test-\(UUID().uuidString)"
        return TemporarySystem(
            system: .sqlite(try SQLiteSystem(path: folder + "/atrium.sqlite")), folder: folder)
    }

    deinit {
        if let folder { Folder.discard(folder) }
    }
}
