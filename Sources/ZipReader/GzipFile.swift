// SPDX-License-Identifier: GPL-3.0-or-later

import CMinizip
import Files

/// A file that gzip has packed (RFC 1952).
package enum GzipFile {
    /// Whether a file begins as such a file does.
    package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    /// Writes what is packed in a file to a new one.
    ///
    /// - Throws: `ZipFault.damaged` for one that is cut or damaged, or far larger than what is honestly packed; `FileFault`.
    package static func unpack(_ path: String, to target: String) throws {
        guard let file = gzopen(path, "rb") else { throw ZipFault.truncated }
        defer { gzclose(file) }
        let draft = try DraftFile(for: target)
        var limit = UnpackingLimit(ofArchive: path)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = gzread(file, &buffer, UInt32(buffer.count))
            guard count >= 0, limit.take(bytes: Int(count)) else { throw ZipFault.damaged }
            if count == 0 { break }
            try draft.write(Array(buffer.prefix(Int(count))))
        }
        // A file that ends too early is read to its end without a word.
        var status: Int32 = 0
        _ = gzerror(file, &status)
        guard status == Z_OK || status == Z_STREAM_END else { throw ZipFault.damaged }
        try draft.finish(waits: false)
    }
}
