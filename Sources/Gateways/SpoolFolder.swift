// SPDX-License-Identifier: GPL-3.0-or-later

import Files
package import Foundation

/// A folder in which a file is a message, and programs hand them on by moving them.
package struct SpoolFolder: Sendable {
    /// More than the longest message in any coding.
    private static let limit = 256 << 10

    /// Where it is.
    package let path: String

    /// The folder of this path.
    package init(path: String) { self.path = path }

    /// The folder of a name in this one.
    package func folder(_ name: String) -> SpoolFolder { SpoolFolder(path: path + "/" + name) }

    /// Whether it is there.
    package var isThere: Bool { FileStatus(path, followingLinks: true)?.kind == .folder }

    /// Whether a file of this name is there.
    package func has(_ name: String) -> Bool { FileStatus(path + "/" + name)?.kind == .regular }

    /// The names of the regular files in it, in order; those that begin with a point are not finished.
    package func names() throws(GatewayFault) -> [String] {
        do throws(FileFault) {
            return try Folder.names(in: path).filter { !$0.hasPrefix(".") && has($0) }.sorted()
        } catch {
            throw GatewayFault(error)
        }
    }

    /// The bytes of a file; nil where it is gone, or is no message.
    package func bytes(of name: String) -> [UInt8]? {
        try? FileReader(path + "/" + name, followingLinks: false).bytes(limit: Self.limit)
    }

    /// When a file was written last; nil where it is gone.
    package func date(of name: String) -> Date? {
        FileStatus(path + "/" + name).map { Date(timeIntervalSince1970: Double($0.written) / 1_000_000_000) }
    }

    /// Writes a file, which is there as a whole or not at all; others of its group may read it, such as the program that
    /// takes it from here.
    package func write(_ bytes: [UInt8], to name: String) throws(GatewayFault) {
        do throws(FileFault) {
            let draft = try DraftFile(for: path + "/" + name, mode: 0o640)
            try draft.write(bytes)
            try draft.finish()
        } catch {
            throw GatewayFault(error)
        }
    }

    /// Tries whether a file can be written.
    package func test() throws(GatewayFault) {
        // A draft that is given up leaves nothing.
        do throws(FileFault) { try DraftFile(for: path + "/test").write([0]) } catch { throw GatewayFault(error) }
    }
}
