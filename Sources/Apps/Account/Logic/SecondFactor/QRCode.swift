// SPDX-License-Identifier: GPL-3.0-or-later

/// A QR code of bytes (ISO/IEC 18004): byte mode, the smallest version that holds them.
package struct QRCode: Hashable, Sendable {
    /// The part of the code that may be unreadable.
    package enum Correction: Sendable {
        /// About 7%.
        case low
        /// About 15%.
        case medium
    }

    /// The number of modules in a row and in a column.
    package let size: Int
    private var dark: [Bool]
    /// Modules that carry no data, by their place.
    private var isFixed: [Bool]

    /// Whether a module is dark.
    package subscript(row: Int, column: Int) -> Bool { dark[row * size + column] }

    /// A code of bytes; `nil` for more than the largest one holds.
    package init?(_ bytes: [UInt8], correction: Correction = .low) {
        self.init(bytes, correction: correction, mask: nil)
    }

    /// - Parameter mask: The pattern over the data; `nil` for the one that reads best.
    init?(_ bytes: [UInt8], correction: Correction, mask: Int?) {
        guard let version = QRVersion.smallest(for: bytes.count, correction) else { return nil }
        size = version.size
        dark = Array(repeating: false, count: size * size)
        isFixed = dark
        drawFixed(version)
        drawData(version.interleaved(version.data(bytes)))
        let masks = mask.map { [$0] } ?? Array(0..<8)
        let codes = masks.map { mask in
            var code = self
            code.apply(mask)
            code.drawFormat(correction, mask: mask)
            return code
        }
        guard
            let best = codes.enumerated().min(by: { ($0.element.penalty, $0.offset) < ($1.element.penalty, $1.offset) })
        else { return nil }
        dark = best.element.dark
    }

    /// The code in half blocks, two rows in a line: light modules are the terminal’s letters, as on a dark ground.
    ///
    /// - Parameter border: The light modules around it.
    package func lines(border: Int = 2) -> [String] {
        func isLight(_ row: Int, _ column: Int) -> Bool {
            guard (-border..<size + border).contains(row) else { return false }
            guard (0..<size).contains(row), (0..<size).contains(column) else { return true }
            return !self[row, column]
        }
        return stride(from: -border, to: size + border, by: 2).map { row in
            (-border..<size + border).reduce(into: "") { line, column in
                switch (isLight(row, column), isLight(row + 1, column)) {
                case (true, true): line += "█"
                case (true, false): line += "▀"
                case (false, true): line += "▄"
                case (false, false): line += " "
                }
            }
        }
    }
}

// MARK: - Patterns

extension QRCode {
    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return }
        dark[row * size + column] = isDark
        isFixed[row * size + column] = true
    }

    private mutating func drawFixed(_ version: QRVersion) {
        for index in 0..<size {
            fix(6, index, index.isMultiple(of: 2))
            fix(index, 6, index.isMultiple(of: 2))
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawSquares(row, column, radius: 4) }
        let places = version.alignmentPlaces
        for row in places {
            for column in places {
                let isCorner =
                    (row, column) == (6, 6) || (row, column) == (6, size - 7) || (row, column) == (size - 7, 6)
                if !isCorner { drawSquares(row, column, radius: 2) }
            }
        }
        // The places of the format are kept free of data; its bits depend on the mask.
        drawFormat(.low, mask: 0)
        drawVersion(version)
    }

    /// Squares in each other around a place: dark, light, dark; the largest has a light frame.
    private mutating func drawSquares(_ row: Int, _ column: Int, radius: Int) {
        for down in -radius...radius {
            for right in -radius...radius {
                let distance = max(abs(down), abs(right))
                fix(row + down, column + right, radius == 4 ? distance != 2 && distance != 4 : distance != 1)
            }
        }
    }

    private mutating func drawFormat(_ correction: Correction, mask: Int) {
        let data = (correction == .low ? 1 : 0) << 3 | mask
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (data << 10 | rest) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<6 { fix(index, 8, bit(index)) }
        fix(7, 8, bit(6))
        fix(8, 8, bit(7))
        fix(8, 7, bit(8))
        for index in 9..<15 { fix(8, 14 - index, bit(index)) }
        for index in 0..<8 { fix(8, size - 1 - index, bit(index)) }
        for index in 8..<15 { fix(size - 15 + index, 8, bit(index)) }
        fix(size - 8, 8, true)
    }

    private mutating func drawVersion(_ version: QRVersion) {
        guard version.number >= 7 else { return }
        var rest = version.number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version.number << 12 | rest
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            fix(size - 11 + index % 3, index / 3, isDark)
            fix(index / 3, size - 11 + index % 3, isDark)
        }
    }

    /// Draws the bits in two columns at a time, from the right, up and down in turn.
    private mutating func drawData(_ bytes: [UInt8]) {
        var index = 0
        var right = size - 1
        var isUp = true
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                for column in [right, right - 1] {
                    let row = isUp ? size - 1 - step : step
                    guard !isFixed[row * size + column], index < bytes.count * 8 else { continue }
                    dark[row * size + column] = bytes[index >> 3] >> UInt8(7 - index & 7) & 1 == 1
                    index += 1
                }
            }
            right -= 2
            isUp.toggle()
        }
    }

    private mutating func apply(_ mask: Int) {
        for row in 0..<size {
            for column in 0..<size where !isFixed[row * size + column] && Self.flips(mask, row, column) {
                dark[row * size + column].toggle()
            }
        }
    }

    private static func flips(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}

// MARK: - Penalty

extension QRCode {
    /// How badly it reads: long runs, blocks, patterns like those of the corners, more dark than light.
    private var penalty: Int {
        var penalty = 0
        for line in 0..<size {
            penalty += Self.penalty(of: (0..<size).map { self[line, $0] })
            penalty += Self.penalty(of: (0..<size).map { self[$0, line] })
        }
        for row in 0..<size - 1 {
            for column in 0..<size - 1 {
                let first = self[row, column]
                if first == self[row, column + 1], first == self[row + 1, column], first == self[row + 1, column + 1] {
                    penalty += 3
                }
            }
        }
        let share = dark.count { $0 } * 100 / dark.count
        return penalty + abs(share - 50) / 5 * 10
    }

    private static let cornerLike: [[Bool]] = ["10111010000", "00001011101"].map { $0.map { $0 == "1" } }

    private static func penalty(of line: [Bool]) -> Int {
        var penalty = 0
        var run = 1
        for index in 1...line.count {
            if index < line.count, line[index] == line[index - 1] {
                run += 1
            } else {
                if run >= 5 { penalty += run - 2 }
                run = 1
            }
        }
        for start in 0...line.count - 11 where cornerLike.contains(where: { $0 == Array(line[start..<start + 11]) }) {
            penalty += 40
        }
        return penalty
    }
}

/// One of the sizes of a QR code, with its capacity at a correction.
struct QRVersion {
    let number: Int
    /// The bytes of correction in each block.
    private let correctionCount: Int
    private let blockCount: Int

    /// The largest version that a terminal has room for: 89 modules.
    static let largest = 18

    private static let low: [(perBlock: Int, blocks: Int)] = [
        (7, 1), (10, 1), (15, 1), (20, 1), (26, 1), (18, 2), (20, 2), (24, 2), (30, 2), (18, 4), (20, 4), (24, 4),
        (26, 4), (30, 4), (22, 6), (24, 6), (28, 6), (30, 6),
    ]
    private static let medium: [(perBlock: Int, blocks: Int)] = [
        (10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5), (30, 5), (22, 8),
        (22, 9), (24, 9), (24, 10), (28, 10), (28, 11), (26, 13),
    ]

    private init(_ number: Int, _ correction: QRCode.Correction) {
        self.number = number
        (correctionCount, blockCount) = (correction == .low ? Self.low : Self.medium)[number - 1]
    }

    static func smallest(for count: Int, _ correction: QRCode.Correction) -> QRVersion? {
        (1...largest).lazy.map { QRVersion($0, correction) }.first { $0.bits(for: count) <= $0.dataCount * 8 }
    }

    var size: Int { 17 + 4 * number }

    /// The rows, and columns, of the middles of alignment patterns.
    var alignmentPlaces: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let step = (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
    }

    /// The bytes of data and correction.
    private var wholeCount: Int {
        var modules = (16 * number + 128) * number + 64
        if number >= 2 {
            let count = number / 7 + 2
            modules -= (25 * count - 10) * count - 55
            if number >= 7 { modules -= 36 }
        }
        return modules / 8
    }

    private var dataCount: Int { wholeCount - correctionCount * blockCount }

    private var lengthBits: Int { number < 10 ? 8 : 16 }

    private func bits(for count: Int) -> Int { 4 + lengthBits + count * 8 }

    /// The bytes with their mode and length, filled up.
    func data(_ bytes: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for shift in (0..<count).reversed() { bits.append(value >> shift & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, lengthBits)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, dataCount * 8 - bits.count))
        while bits.count % 8 != 0 { bits.append(false) }
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var filler: UInt8 = 0xEC
        while data.count < dataCount {
            data.append(filler)
            filler ^= 0xEC ^ 0x11
        }
        return data
    }

    /// The data in blocks, each with its correction, one byte of each block after another.
    func interleaved(_ data: [UInt8]) -> [UInt8] {
        let shortCount = dataCount / blockCount
        let longBlocks = dataCount % blockCount
        let divisor = ReedSolomon.divisor(correctionCount)
        var blocks: [(data: [UInt8], correction: [UInt8])] = []
        var start = 0
        for block in 0..<blockCount {
            let count = shortCount + (block >= blockCount - longBlocks ? 1 : 0)
            let part = Array(data[start..<start + count])
            blocks.append((part, ReedSolomon.remainder(of: part, by: divisor)))
            start += count
        }
        var whole: [UInt8] = []
        for index in 0...shortCount { whole += blocks.filter { index < $0.data.count }.map { $0.data[index] } }
        for index in 0..<correctionCount { whole += blocks.map { $0.correction[index] } }
        return whole
    }
}

/// Reed-Solomon codes over the field of 256 elements with x⁸ + x⁴ + x³ + x² + 1.
private enum ReedSolomon {
    private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(UInt8(0)) { product, bit in
            let doubled = product << 1 ^ (product >> 7) &* 0x1D
            return other >> UInt8(bit) & 1 == 1 ? doubled ^ one : doubled
        }
    }

    /// The coefficients of the generator of a degree, without the first, which is 1.
    static func divisor(_ degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = product(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    static func remainder(of data: [UInt8], by divisor: [UInt8]) -> [UInt8] {
        var rest = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in divisor.indices { rest[index] ^= product(divisor[index], factor) }
        }
        return rest
    }
}
