// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import SMSLogLogic

/// A file that is read as a whole, in one step.
final class WholeFile: ImportSource {
    let rows: ImportedRows
    let bytes: [UInt8]
    private(set) var bytesRead = 0
    var line = 0
    private let read: (WholeFile) throws -> Void

    /// - Parameter read: Fills the rows.
    init(_ bytes: [UInt8], into rows: ImportedRows, _ read: @escaping (WholeFile) throws -> Void) {
        self.bytes = bytes
        self.rows = rows
        self.read = read
    }

    func step() throws -> Bool {
        guard bytesRead < bytes.count else { return false }
        bytesRead = bytes.count
        try read(self)
        return true
    }

    /// The number of its lines.
    var lineCount: Int { bytes.count { $0 == UInt8(ascii: "\n") } }
}

extension ImportContext {
    /// Opens a file that is read as a whole.
    ///
    /// - Parameter limit: The most bytes that such a file has.
    /// - Throws: `FileFault`.
    func whole(
        _ path: String, limit: Int, _ read: @escaping (WholeFile) throws -> Void
    ) throws -> (any ImportSource, size: Int) {
        let bytes = LineEnds.mended(WideText.utf8(try FileReader(path).bytes(limit: limit)))
        return (WholeFile(bytes, into: rows, read), bytes.count)
    }
}
