// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Systems

/// The empty database file that scripts start from, so that not each of them makes all tables step by step.
///
/// Nobody knows an app’s tables before the app has been opened; so the tables are those of the scripts that have ended.
/// A script finds the same in any order: what a file lacks is made when it is asked for.
@MainActor
package final class ScriptTemplate {
    private var bytes: [UInt8]?
    private var tables: Set<String> = []

    /// A template without tables.
    init() {}

    /// A system in a new file.
    func system(at path: String) throws -> SQLiteSystem {
        if let bytes {
            try Folder.make(Folder.split(path).folder)
            try DraftFile.write(bytes, to: path, replacing: true)
        }
        return try SQLiteSystem(path: path, isDurable: false)
    }

    /// Takes the tables of a system that has some which the template lacks.
    ///
    /// - Parameter folder: where a file may be made; removed by the caller.
    func learn(from system: SQLiteSystem, folder: String) {
        guard system.stores.isStrictSuperset(of: tables) else { return }
        let path = folder + "/.template.sqlite"
        // Without a template scripts take longer, and nothing else.
        guard let copy = try? system.emptyFile(at: path) else { return }
        (bytes, tables) = (copy, system.stores)
    }
}
