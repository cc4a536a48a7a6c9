// SPDX-License-Identifier: GPL-3.0-or-later

import AllocationCount

/// What work on an input costs, and what the same work on one of eight times the size costs: in memory that was asked for,
/// whether or not it was given back, since that is the same on every machine.
///
///     let cost = Proportion { MarkdownDocument(String(repeating: "[a] ", count: $0)) }
///     #expect(cost.holds, "\(cost)")
package struct Proportion: CustomStringConvertible {
    private let small: allocations
    private let large: allocations

    /// Does the work, which has to stay on the caller’s thread, on an input of each size.
    ///
    /// - Parameter size: The size of the small input, such as a number of bytes.
    package init(from size: Int = 2_000, of work: (Int) throws -> Any) rethrows {
        func cost(_ size: Int) throws -> allocations {
            let before = allocations_of_thread()
            _ = try work(size)
            let after = allocations_of_thread()
            return allocations(bytes: after.bytes - before.bytes, blocks: after.blocks - before.blocks)
        }
        // What is made once for all costs nothing later.
        _ = try work(size)
        small = try cost(size)
        large = try cost(8 * size)
    }

    /// Whether eight times the size costs at most ten times as much.
    package var holds: Bool { large.bytes <= 10 * small.bytes && large.blocks <= 10 * small.blocks + 10 }

    package var description: String {
        "\(small.bytes) bytes in \(small.blocks) blocks became \(large.bytes) in \(large.blocks)"
    }
}
