// SPDX-License-Identifier: GPL-3.0-or-later

import Systems

/// A row of a database of Apple’s Messages: of each version, and of a broken file, it may lack any value.
package struct AppleRow {
    private let values: [String: ForeignValue]

    init(_ values: [String: ForeignValue]) { self.values = values }

    /// A text that is not empty.
    package func text(_ column: String) -> String? {
        switch values[column] {
        case .text(let text)? where !text.isEmpty: text.replacing("\0", with: "\u{FFFD}")
        case .integer(let number)?: String(number)
        default: nil
        }
    }

    /// A number; also where it is stored as another kind of value.
    package func integer(_ column: String) -> Int? {
        switch values[column] {
        case .integer(let number)?: number
        case .real(let number)?: Int(exactly: number.rounded())
        case .text(let text)?: Int(text)
        default: nil
        }
    }

    /// Whether it says yes.
    package func isSet(_ column: String) -> Bool { (integer(column) ?? 0) != 0 }

    /// Bytes, of which there are some.
    package func bytes(_ column: String) -> [UInt8]? {
        guard case .bytes(let bytes)? = values[column], !bytes.isEmpty else { return nil }
        return bytes
    }
}
