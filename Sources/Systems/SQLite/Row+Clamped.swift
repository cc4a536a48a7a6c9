// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import GRDB

/// What a row says, whatever stands there: another program may have written a text where there should be a number, or a
/// number that nobody means. GRDB’s own subscripts end the process then.
extension Row {
    /// A whole number within these limits; 0, or the limit that is nearest to it, for what is none.
    package func number(_ index: Int, within limits: ClosedRange<Int64> = .min ... .max) -> Int64 {
        Swift.min(Swift.max(Int64.clamping(self[index]), limits.lowerBound), limits.upperBound)
    }

    /// A whole number; nil for NULL.
    package func optionalNumber(_ index: Int) -> Int64? { (self[index] as DatabaseValue).isNull ? nil : number(index) }

    /// A count, a version, or a number of something: not below 0, and far from where adding to it would end.
    package func count(_ index: Int) -> Int { Int(number(index, within: 0...1 << 40)) }

    /// Whether a number of something stands there that can be meant.
    package func isCount(_ index: Int) -> Bool {
        if case .int64(let number) = (self[index] as DatabaseValue).storage {
            (0...1 << 40).contains(number)
        } else {
            false
        }
    }

    /// A text; of bytes, what they say in UTF-8.
    package func text(_ index: Int) -> String { optionalText(index) ?? "" }

    /// A text; nil for NULL.
    package func optionalText(_ index: Int) -> String? {
        switch (self[index] as DatabaseValue).storage {
        case .null: nil
        case .string(let text): text
        case .int64(let number): String(number)
        case .double(let number): String(number)
        case .blob(let data): String(decoding: data, as: UTF8.self)
        }
    }

    /// Bytes; of a text, its UTF-8.
    package func bytes(_ index: Int) -> [UInt8] { optionalBytes(index) ?? [] }

    /// Bytes; nil for NULL.
    package func optionalBytes(_ index: Int) -> [UInt8]? {
        if case .blob(let data) = (self[index] as DatabaseValue).storage { return Array(data) }
        return optionalText(index).map { Array($0.utf8) }
    }
}

extension Int64 {
    /// The number that a value is, or is nearest to; 0 for what is none.
    fileprivate static func clamping(_ value: DatabaseValue) -> Int64 {
        switch value.storage {
        case .int64(let number): number
        case .double(let number): number.isNaN ? 0 : number >= 0x1p63 ? .max : number < -0x1p63 ? .min : Int64(number)
        case .string(let text): Int64(text) ?? 0
        case .null, .blob: 0
        }
    }
}
