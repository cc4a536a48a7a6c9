// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumStores

extension Home {
    /// The store that the home names, otherwise its own file.
    ///
    /// - Throws: `StoreFault` if what is named there is no store, or cannot be read.
    func keptStore() throws -> ProgramOptions.Store {
        guard let name = try namedStore() else { return .sqlite }
        guard let store = ProgramOptions.Store(rawValue: name) else { throw StoreFault.unnamed(path: storeSetting) }
        return store
    }

    /// Names the store from now on; `nil` for the home’s own file.
    func keepStore(_ address: String?) throws {
        do throws(FileFault) {
            guard let address else { return try FilePlace.remove(storeSetting) }
            try Folder.make(path)
            let draft = try DraftFile(for: storeSetting, replacing: true)
            try draft.write(Array("\(address)\n".utf8))
            try draft.finish()
        } catch {
            throw StoreFault.unreachable(path: storeSetting, reason: error.reason.number)
        }
    }
}
