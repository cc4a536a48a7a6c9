// SPDX-License-Identifier: GPL-3.0-or-later

/// A value of a row in a database of another program.
package enum ForeignValue: Hashable, Sendable {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}
