// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The files of the Unicode Character Database, read independently of the generator of `WidthTable`.
struct UnicodeData {
    let version: String
    private var widths = [UInt8](repeating: 1, count: 0x11_0000)
    private var hidden = [Bool](repeating: false, count: 0x11_0000)

    init?(folder: String) {
        guard let east = Self.text("\(folder)/EastAsianWidth.txt"),
            let categories = Self.text("\(folder)/extracted/DerivedGeneralCategory.txt"),
            let hangul = Self.text("\(folder)/HangulSyllableType.txt"),
            let first = east.split(separator: "\n", maxSplits: 1).first
        else { return nil }
        version = String(first.dropFirst("# EastAsianWidth-".count).dropLast(".txt".count))
        for range in [0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD] {
            for value in range { widths[value] = 2 }
        }
        for (range, property) in Self.rows(east) {
            let width: UInt8 = property == "W" || property == "F" ? 2 : property == "A" ? 3 : 1
            for value in range { widths[value] = width }
        }
        for value in 0x1F1E6...0x1F1FF { widths[value] = 2 }
        for (range, property) in Self.rows(categories)
        where ["Mn", "Me", "Cf", "Zl", "Zp", "Cc"].contains(property) {
            for value in range { hidden[value] = true }
        }
        for (range, property) in Self.rows(hangul) where property == "V" || property == "T" {
            for value in range { hidden[value] = true }
        }
        for value in [0x3164, 0xFFA0] { hidden[value] = true }
        for value in Array(0x600...0x605) + [0xAD, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD] {
            hidden[value] = false
            widths[value] = 1
        }
    }

    /// Runs of equal class, in the form of `WidthTable`.
    var runs: [UInt32] {
        var runs: [UInt32] = []
        var last: UInt8?
        for value in 0..<0x11_0000 {
            let kind = hidden[value] ? 0 : widths[value]
            if kind != last { runs.append(UInt32(value) << 2 | UInt32(kind)) }
            last = kind
        }
        return runs
    }

    private static func rows(_ text: String) -> [(range: ClosedRange<Int>, property: String)] {
        text.utf8.split(separator: 0x0A).compactMap { line in
            let fields = line.prefix { $0 != 0x23 }.split(separator: 0x3B).map { field in
                String(Substring(field.filter { $0 != 0x20 }.map { Character(Unicode.Scalar($0)) }))
            }
            guard fields.count == 2 else { return nil }
            let ends = fields[0].split(separator: "..").compactMap { Int($0, radix: 16) }
            guard let first = ends.first, let last = ends.last else { return nil }
            return (first...last, fields[1])
        }
    }

    private static func text(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
