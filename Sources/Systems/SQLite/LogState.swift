// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Where the write-ahead log of a file stands: the header of its index, which changes with every commit, whoever makes
/// it.
///
/// The header is 48 bytes long: version, change counter, number of pages, checksums and salts
/// (<https://www.sqlite.org/walformat.html>, “The WAL-Index File Format”).
package struct LogState: Equatable, Sendable {
    private let first: SIMD4<UInt64>
    private let rest: SIMD2<UInt64>

    /// - Parameter header: The header’s bytes, in memory that other processes write.
    fileprivate init(_ header: UnsafeRawPointer) {
        first = header.load(as: SIMD4<UInt64>.self)
        rest = header.load(fromByteOffset: 32, as: SIMD2<UInt64>.self)
    }
}

/// Looks where the write-ahead log of a file stands, without a call of the system: SQLite has its index in memory that
/// all processes share.
///
/// A look at the same moment as a commit may see the state before it or half of it, and half of one is no other’s: who
/// compares a state with a later one takes no change for none, but for one that was under way.
final class LogIndex: Sendable {
    /// The address of the header; 0 once it is closed.
    private let header: Mutex<UInt>

    /// - Parameter address: Where the header is until `close()`.
    init(at address: UnsafeRawPointer) { header = Mutex(UInt(bitPattern: address)) }

    /// Where the log stands now; nil where that cannot be seen.
    var state: LogState? {
        header.withLock { UnsafeRawPointer(bitPattern: $0).map(LogState.init) }
    }

    /// Ends all looks, before the connection is closed and the memory goes with it.
    func close() { header.withLock { $0 = 0 } }
}
