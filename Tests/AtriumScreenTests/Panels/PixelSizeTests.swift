// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Dice
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// How large pictures are, by the beginnings of their files, and how many cells they take.
struct PixelSizeTests {
    private static let png = Array("PNG\r\n\u{1A}\n\0\0\0\u{D}IHDR\0\0".utf8)
    /// Files of 640 to 480 pixels.
    private static let files: [[UInt8]] = [
        [0x89] + png + [2, 0x80, 0, 0, 1, 0xE0],
        Array("GIF89a".utf8) + [0x80, 2, 0xE0, 1],
        Array("RIFF\0\0\0\0WEBPVP8 ".utf8) + [0, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A, 0x80, 0x42, 0xE0, 1],
        Array("RIFF\0\0\0\0WEBPVP8L".utf8) + [0, 0, 0, 0, 0x2F, 0x7F, 0xC2, 0x77, 0],
        Array("RIFF\0\0\0\0WEBPVP8X".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0],
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 9, 9, 0xFF, 0xC0, 0, 11, 8, 1, 0xE0, 2, 0x80],
        // Held upright: what stands in the file is turned.
        [0xFF, 0xD8, 0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM".utf8) + [
            0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1,
        ]
            + [0, 6, 0, 0, 0, 0, 0, 0, 0xFF, 0xC2, 0, 11, 8, 2, 0x80, 1, 0xE0],
    ]

    @Test(arguments: files) func `the size is read, and what is cut off has none`(file: [UInt8]) {
        #expect(PixelSize(of: file) == PixelSize(width: 640, height: 480))
        for count in 0..<file.count { #expect(PixelSize(of: Array(file.prefix(count))) == nil) }
    }

    @Test func `another file has no size, and none is too large`() {
        for text in ["", "<svg width='4' height='4'/>", "%PDF", "push graphic-context", "BM"] {
            #expect(PixelSize(of: Array(text.utf8)) == nil)
        }
        #expect(PixelSize(width: 0, height: 5) == nil)
        #expect(PixelSize(width: 30_001, height: 5) == nil)
        #expect(PixelSize(width: 20_000, height: 20_000) == nil)
    }

    @Test(arguments: 1...100) func `whatever the file has in it, reading it ends`(seed: UInt64) {
        var dice = Dice(seed: seed)
        var file = Self.files[dice.roll(Self.files.count)]
        for _ in 0..<dice.roll(6) { file[dice.roll(file.count)] = UInt8(dice.roll(256)) }
        if let size = PixelSize(of: file) { #expect(size.width > 0 && size.height > 0) }
    }

    @Test func `a picture keeps its proportions in the room that there is`() {
        func cells(_ width: Int, _ height: Int, _ wanted: Int? = nil) -> Size? {
            PixelSize(width: width, height: height)?.cells(width: wanted, in: Size(columns: 40, rows: 12))
        }
        #expect(cells(640, 320) == Size(columns: 40, rows: 10))
        #expect(cells(640, 320, 160) == Size(columns: 20, rows: 5))
        #expect(cells(80, 64) == Size(columns: 10, rows: 4))
        #expect(cells(100, 1_000) == Size(columns: 2, rows: 10))
        #expect(cells(1, 30_000) == Size(columns: 1, rows: 12))
        #expect(cells(30_000, 1) == Size(columns: 40, rows: 1))
        #expect(cells(8, 8, 99_999) == Size(columns: 24, rows: 12))
        #expect(PixelSize(width: 1, height: 1)?.cells(width: nil, in: Size(columns: 0, rows: 3)) == nil)
    }
}
