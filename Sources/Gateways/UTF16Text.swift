// SPDX-License-Identifier: GPL-3.0-or-later

/// Texts in UTF-16, as programs for short messages write them into files.
package enum UTF16Text {
    /// The text with the mark that says which byte comes first.
    package static func encode(_ text: String) -> [UInt8] {
        [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// The text of a whole file: in UTF-16 if it has the mark, else in UTF-8 or Latin-1.
    package static func decode(_ bytes: [UInt8]) -> String {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): decode(bytes.dropFirst(2), isBigEndian: true)
        case (0xFF, 0xFE): decode(bytes.dropFirst(2), isBigEndian: false)
        default: String(validating: bytes, as: UTF8.self) ?? latin(bytes[...])
        }
    }

    package static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// A text in ISO 8859-1.
    package static func latin(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
