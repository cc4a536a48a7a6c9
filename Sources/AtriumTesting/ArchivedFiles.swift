// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumStores
import Synchronization

/// The files of an archive in memory: what one app has written, another one reads.
public final class ArchivedFiles: Sendable {
    private let files = Mutex<[String: [UInt8]]>([:])

    /// An archive without files.
    public init() {}

    /// The names of the files.
    public var names: [String] { files.withLock { $0.keys.sorted() } }

    /// Receives the files of an app.
    public var writer: ArchiveWriter {
        ArchiveWriter { [self] name, bytes in files.withLock { $0[name] = bytes } }
    }

    /// Gives them back.
    public var reader: ArchiveReader {
        ArchiveReader(
            list: { [self] folder in
                let start = folder.isEmpty ? "" : folder + "/"
                return names.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
                    .filter { !$0.contains("/") }
            }, read: { [self] name in files.withLock { $0[name] } })
    }
}
