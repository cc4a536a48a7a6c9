// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumExpat
import Glibc

/// The start tag of an element: its name and attributes, as the parser holds them.
///
/// It is lent for the length of one call and cannot be copied out of it. A value becomes a `String` when it is asked
/// for, so an unused value costs nothing. Asking walks the attributes, of which there are few.
public struct XMLElement: ~Copyable {
    private let parser: XML_Parser
    private let tag: UnsafePointer<CChar>
    /// Names and values in turn, then a null.
    let attributes: UnsafePointer<UnsafePointer<CChar>?>
    private let lines: Int
    private let keepsControls: Bool

    /// Wraps what expat hands to a start element handler: names and values in turn, then a null.
    ///
    /// - Parameters:
    ///   - lines: The number of lines before those that expat counts.
    ///   - keepsControls: Whether its values have stand-ins for control characters.
    init(
        parser: XML_Parser, tag: UnsafePointer<CChar>, attributes: UnsafePointer<UnsafePointer<CChar>?>, lines: Int,
        keepsControls: Bool
    ) {
        self.keepsControls = keepsControls
        self.lines = lines
        self.parser = parser
        self.tag = tag
        self.attributes = attributes
    }

    /// The name of the element, with its prefix if it has one.
    public var name: String { String(cString: tag) }

    /// The line on which the tag begins, from 1.
    public var line: Int { lines + Int(XML_GetCurrentLineNumber(parser)) }

    /// Whether the element has this name, without making a string.
    public func isNamed(_ name: StaticString) -> Bool { XMLElement.matches(tag, name) }

    /// The value of an attribute; `nil` if the element has none of this name.
    public subscript(name: StaticString) -> String? {
        value(of: name).map { keepsControls ? KeptControls.restored($0) : String(cString: $0) }
    }

    /// The value of an attribute that is a decimal number, with or without a sign.
    ///
    /// - Returns: The number; `nil` if there is no such attribute, if it is anything else, or if it does not fit.
    public func integer(_ name: StaticString) -> Int? {
        // The outer optional is of the attribute, the inner one of its being a number.
        withUTF8(of: name) { XMLElement.integer($0) } ?? nil
    }

    /// Lends the UTF-8 of an attribute's value, for values too long to copy without need.
    ///
    /// - Returns: The body’s result; `nil` if the element has no attribute of this name.
    public func withUTF8<Result, Failure: Error>(
        of name: StaticString, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let value = value(of: name) else { return nil }
        let count = strlen(value)
        let bytes = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
        return try body(UnsafeBufferPointer(start: bytes, count: count).span)
    }

    private func value(of name: StaticString) -> UnsafePointer<CChar>? {
        var index = 0
        while let candidate = attributes[index] {
            if XMLElement.matches(candidate, name) { return attributes[index + 1] }
            index += 2
        }
        return nil
    }

    /// Looks at the first byte before it calls `strcmp`: nearly every name differs there.
    private static func matches(_ candidate: UnsafePointer<CChar>, _ name: StaticString) -> Bool {
        let wanted = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        return candidate[0] == wanted[0] && strcmp(candidate, wanted) == 0
    }

    private static func integer(_ digits: Span<UInt8>) -> Int? {
        guard digits.count > 0 else { return nil }
        let isNegative = digits[0] == UInt8(ascii: "-")
        let first = isNegative || digits[0] == UInt8(ascii: "+") ? 1 : 0
        guard digits.count > first else { return nil }
        var number = 0
        for index in first..<digits.count {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digits[index] else { return nil }
            let digit = Int(digits[index] & 0x0F)
            // Counted below zero, where one more number fits than above.
            let (shifted, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsAgain) = shifted.subtractingReportingOverflow(digit)
            guard !overflows, !overflowsAgain else { return nil }
            number = sum
        }
        if isNegative { return number }
        return number == .min ? nil : -number
    }
}

/// The names of the elements that are rows, and a search for their starts.
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

    /// The place of the first start tag of a row.
    func firstStart(in bytes: ArraySlice<UInt8>) -> Int? {
        let found = bytes.withUnsafeBufferPointer { buffer in
            buffer.indices.first { buffer[$0] == UInt8(ascii: "<") && isStart(buffer, at: $0) }
        }
        return found.map { bytes.startIndex + $0 }
    }

    /// The most bytes at the end of a text that may be the beginning of a start tag.
    var longest: Int { openings.map(\.count).max() ?? 0 }
}
