// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// What fills the gaps of a text, as somebody types it: `name=Ali time="6 in the evening"`.
///
/// A value ends where the next one begins, whether it is in quotation marks or not.
struct GapValues {
    /// By the words of the gaps, in small letters.
    private(set) var values: [String: String] = [:]

    /// Reads a line.
    ///
    /// - Throws: `SMSLogFault.badGapValue` for what stands in front of the first value.
    init(_ line: String) throws(SMSLogFault) {
        var rest = line[...].drop(while: \.isWhitespace)
        var last: String?
        while !rest.isEmpty {
            var word = rest.prefix { !$0.isWhitespace }
            if let equals = word.firstIndex(of: "="), Self.isGap(word[..<equals]) {
                let name = word[..<equals].lowercased()
                let value = rest[word.index(after: equals)...]
                if let quoted = Self.quoted(value) {
                    (values[name], last) = (String(quoted), name)
                    rest = value.dropFirst(quoted.count + 2).drop(while: \.isWhitespace)
                    continue
                }
                word = word[word.index(after: equals)...]
                (values[name], last) = (String(word), name)
            } else {
                guard let last else { throw .badGapValue(String(word)) }
                values[last, default: ""] += " " + word
            }
            rest = rest[word.endIndex...].drop(while: \.isWhitespace)
        }
    }

    private static func isGap(_ word: Substring) -> Bool {
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }

    /// What is in quotation marks at the beginning, if a blank or nothing follows them.
    private static func quoted(_ text: Substring) -> Substring? {
        guard let mark = text.first, mark == "\"" || mark == "'" else { return nil }
        let inner = text.dropFirst()
        guard let end = inner.firstIndex(of: mark) else { return nil }
        let next = inner.index(after: end)
        return next == inner.endIndex || inner[next].isWhitespace ? inner[..<end] : nil
    }
}
