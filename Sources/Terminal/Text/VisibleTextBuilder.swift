// SPDX-License-Identifier: GPL-3.0-or-later

/// Puts a long visible text together from many parts.
///
/// Parts are added as bytes, which takes a fifth of what adding them to a string does, and an output gate writes it as
/// it is: no string is made of it.
public struct VisibleTextBuilder: Sendable {
    /// What was added, in UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Nothing yet.
    public init() {}

    /// Adds a text.
    public mutating func append(_ text: VisibleText) {
        var string = text.string
        string.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Adds the lines of a table.
    package mutating func append(_ table: PlainTable) {
        let lines = [UInt8](unsafeUninitializedCapacity: table.capacity) { memory, count in
            count = memory.baseAddress.map(table.write) ?? 0
        }
        if bytes.isEmpty { bytes = lines } else { bytes += lines }
    }

    /// Ends a line.
    public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    /// All that was added.
    public var text: VisibleText { VisibleText(visible: String(decoding: bytes, as: UTF8.self)) }
}
