// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
import Stores

extension Home {
    /// The file with the store that the home names; it may contain a password.
    private var setting: String { path + "/store" }

    /// Longer than any address.
    private static let limit = 4096

    /// The store that the home names, otherwise its own file.
    ///
    /// - Throws: `StoreFault` if what is named there is no store, or cannot be read.
    func keptStore() throws -> ProgramOptions.Store {
        guard FileStatus(setting, followingLinks: true) != nil else { return .sqlite }
        let bytes: [UInt8]
        do throws(FileFault) { bytes = try FileReader(setting).bytes(limit: Self.limit) } catch {
            throw StoreFault.unreachable(path: setting, reason: error.reason.number)
        }
        let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        guard let store = ProgramOptions.Store(rawValue: line) else { throw StoreFault.foreign(path: setting) }
        return store
    }

    /// Names the store from now on; `nil` for the home’s own file.
    func keepStore(_ address: String?) throws {
        do throws(FileFault) {
            guard let address else { return try FilePlace.remove(setting) }
            try Folder.make(path)
            let draft = try DraftFile(for: setting, replacing: true)
            try draft.write(Array("\(address)\n".utf8))
            try draft.finish()
        } catch {
            throw StoreFault.unreachable(path: setting, reason: error.reason.number)
        }
    }
}
