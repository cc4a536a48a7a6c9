// SPDX-License-Identifier: GPL-3.0-or-later

/// The names of the elements that are rows, and where one of them begins.
struct RowNames {
    private let openings: [[UInt8]]

    init(_ names: [String]) { openings = names.map { Array("<\($0)".utf8) } }

    /// Whether there is none: the document has no rows that could be told apart.
    var isEmpty: Bool { openings.isEmpty }

    /// Whether an element of this name is a row.
    func contains(_ tag: UnsafePointer<CChar>) -> Bool {
        openings.contains { opening in
            var index = 1
            while index < opening.count {
                // The end of the name is no byte of the opening.
                guard UInt8(bitPattern: tag[index - 1]) == opening[index] else { return false }
                index += 1
            }
            return tag[index - 1] == 0
        }
    }

    /// Whether the start tag of a row stands here; false as well where the bytes end too early to tell.
    func isStart(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        openings.contains { opening in
            let end = index + opening.count
            guard end < bytes.count else { return false }
            for offset in 0..<opening.count where bytes[index + offset] != opening[offset] { return false }
            return [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/"), UInt8(ascii: ">")].contains(bytes[end])
        }
    }

    /// Where the first start tag of a row is.
    func firstStart(in bytes: ArraySlice<UInt8>) -> Int? {
        let found = bytes.withUnsafeBufferPointer { buffer in
            buffer.indices.first { buffer[$0] == UInt8(ascii: "<") && isStart(buffer, at: $0) }
        }
        return found.map { bytes.startIndex + $0 }
    }

    /// How many bytes at the end of a text may be the beginning of a start tag.
    var longest: Int { openings.map(\.count).max() ?? 0 }
}
