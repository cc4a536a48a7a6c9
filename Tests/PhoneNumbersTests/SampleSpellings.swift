// SPDX-License-Identifier: GPL-3.0-or-later

/// Spellings made of a region’s numbers, the same as `generate.py` makes: digits changed, added and left out, with what
/// people dial before.
struct SampleSpellings {
    private var state: UInt64
    private let code: String
    private let numbers: [[UInt8]]

    /// How many there are of each region.
    static let count = 410

    init(region: String, code: String, numbers: [String]) {
        self.code = code
        self.numbers = numbers.map { Array($0.utf8) }
        state = region.utf8.enumerated().reduce(0) { $0 + UInt64($1.element) << (8 * UInt64($1.offset)) }
    }

    private mutating func next(_ below: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % below
    }

    /// The next one.
    mutating func spelling() -> String {
        var number = numbers[next(numbers.count)]
        for _ in 0..<next(4) {
            let index = next(number.count)
            number[index] = UInt8(0x30 + next(10))
        }
        let change = next(12)
        if change == 0 { number.removeLast() }
        if change == 1 { number.append(UInt8(0x30 + next(10))) }
        let prefixes = ["", "", "0", "+" + code, "+" + code, code, "00" + code, "1", "8", "+" + code + "0", "9", "06"]
        return prefixes[next(12)] + String(decoding: number, as: UTF8.self)
    }

    /// FNV-1a of a text.
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
