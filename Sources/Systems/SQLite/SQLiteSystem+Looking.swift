// SPDX-License-Identifier: GPL-3.0-or-later

import Files
package import GRDB

extension SQLiteSystem {
    /// Reads a file as it is: neither its tables nor its mode change.
    ///
    /// - Throws: `StoreFault`, for instance for a file that is not ours, and what the body throws.
    package static func look<Result>(at path: String, _ body: (Database) throws -> Result) throws -> Result {
        try SQLiteFile(path: path).look()
        let readers = ReaderPool(path: path)
        defer { readers.close() }
        return try readers.read(body)
    }
}
