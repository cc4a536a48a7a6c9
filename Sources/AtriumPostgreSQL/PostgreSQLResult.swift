// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The rows of a statement.
package final class PostgreSQLResult {
    private let library: LibPQ
    private let result: OpaquePointer
    /// The number of rows.
    package let count: Int
    /// The number of columns.
    package let width: Int

    init(_ library: LibPQ, _ result: OpaquePointer) {
        self.library = library
        self.result = result
        count = Int(library.rowCount(result))
        width = Int(library.columnCount(result))
    }

    deinit { library.clear(result) }

    package var rows: some Sequence<PostgreSQLRow> { (0..<count).lazy.map { PostgreSQLRow(result: self, index: $0) } }

    /// The first row; `nil` if there is none.
    package var first: PostgreSQLRow? { count > 0 ? PostgreSQLRow(result: self, index: 0) : nil }

    /// The number of rows that the statement changed.
    var affected: Int { library.affected(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The name of the command that was done.
    var command: String { library.command(result).map { String(cString: $0) } ?? "" }

    fileprivate func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        let (row, column) = (Int32(row), Int32(column))
        guard library.isNull(result, row, column) == 0, let start = library.value(result, row, column) else {
            return nil
        }
        return UnsafeBufferPointer(
            start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
            count: Int(library.length(result, row, column)))
    }

    fileprivate func isOf(_ type: UInt32, _ column: Int) -> Bool { library.type(result, Int32(column)) == type }
}

/// A row of a result.
package struct PostgreSQLRow {
    let result: PostgreSQLResult
    let index: Int

    /// A row of a result, from 0.
    package init(result: PostgreSQLResult, index: Int) { (self.result, self.index) = (result, index) }

    /// The numbers of types.
    ///
    /// Source: https://www.postgresql.org/docs/15/catalog-pg-type.html
    private static let (boolean, byteString) = (UInt32(16), UInt32(17))

    private static let numbers = [boolean, 20, 21, 23]

    /// The number of columns.
    package var width: Int { result.width }

    /// Whether a column holds bytes.
    package func isOfBytes(_ column: Int) -> Bool { result.isOf(Self.byteString, column) }

    /// Whether a column holds whole numbers, or true and false.
    package func isOfNumber(_ column: Int) -> Bool { Self.numbers.contains { result.isOf($0, column) } }

    package func isNull(_ column: Int) -> Bool { result.bytes(index, column) == nil }

    /// A whole number, 1 and 0 for true and false; `nil` for NULL, and for anything else.
    package func number(_ column: Int) -> Int64? {
        guard let bytes = result.bytes(index, column), let first = bytes.first else { return nil }
        if result.isOf(Self.boolean, column) { return first == UInt8(ascii: "t") ? 1 : 0 }
        var (number, isNegative) = (Int64(0), false)
        for (place, byte) in bytes.enumerated() {
            if place == 0, byte == UInt8(ascii: "-") {
                isNegative = true
                continue
            }
            let digit = Int64(byte) - 0x30
            guard 0...9 ~= digit else { return place > 0 ? number : nil }
            // Below zero there is one more.
            let (product, isOver) = number.multipliedReportingOverflow(by: 10)
            let (sum, isToo) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            guard !isOver, !isToo else { return isNegative ? .min : .max }
            number = sum
        }
        return number
    }

    /// A text; `nil` for NULL.
    package func text(_ column: Int) -> String? { result.bytes(index, column).map(PostgreSQLText.text) }

    /// Bytes; of a text, its UTF-8; `nil` for NULL.
    package func bytes(_ column: Int) -> [UInt8]? {
        guard let bytes = result.bytes(index, column) else { return nil }
        guard result.isOf(Self.byteString, column), bytes.starts(with: #"\x"#.utf8) else { return Array(bytes) }
        return [UInt8](unsafeUninitializedCapacity: bytes.count / 2 - 1) { plain, count in
            count = bytes.count / 2 - 1
            for place in 0..<count {
                plain[place] = Self.digit(bytes[place * 2 + 2]) << 4 | Self.digit(bytes[place * 2 + 3])
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8 { byte < 0x40 ? byte - 0x30 : byte - 0x57 }
}
