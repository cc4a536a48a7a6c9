// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the few bytes at which a document may need a repair, 32 bytes at a time.
struct ByteScanner {
    /// Two bytes to stop at, besides those that XML forbids.
    let first: UInt8
    let second: UInt8

    /// The first index from `start` of one of the two bytes, of a control character that XML forbids, or of 0xEF,
    /// with which U+FFFE and U+FFFF begin; the count if there is none.
    ///
    /// `memchr` would be faster for one byte, but this looks for thirty-two.
    func index(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        typealias Block = SIMD32<UInt8>
        guard let base = bytes.baseAddress else { return bytes.count }
        let firsts = Block(repeating: first)
        let seconds = Block(repeating: second)
        let leads = Block(repeating: 0xEF)
        let spaces = Block(repeating: 0x20)
        let newlines = Block(repeating: 0x0A)
        var index = start
        while index + Block.scalarCount <= bytes.count {
            let block = UnsafeRawPointer(base + index).loadUnaligned(as: Block.self)
            let controls = (block .< spaces) .& (block .!= newlines)
            if any(controls .| (block .== firsts) .| (block .== seconds) .| (block .== leads)) {
                for offset in index..<index + Block.scalarCount where stops(at: base[offset]) { return offset }
            }
            index += Block.scalarCount
        }
        while index < bytes.count, !stops(at: base[index]) { index += 1 }
        return index
    }

    @inline(__always)
    private func stops(at byte: UInt8) -> Bool {
        if byte < 0x20 { return byte != 0x0A && byte != 0x0D && byte != 0x09 }
        return byte == first || byte == second || byte == 0xEF
    }
}
