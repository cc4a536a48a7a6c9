// SPDX-License-Identifier: GPL-3.0-or-later

/// Values for the names in braces that a script’s commands and answers hold, such as `{TITLE}`.
///
/// A name is made of capital letters, digits and `_`, and starts with a letter; other braces are text. A value is put
/// in as it is: blanks and quotation marks mean what they mean to the shell.
struct ScriptVariables {
    private let values: [String: String]
    private(set) var used: Set<String> = []

    init(_ values: [String: String]) { self.values = values }

    /// The text with values in place of names; nil where a name has none, which is told through `missing`.
    mutating func fill(_ text: String, missing: inout String?) -> String {
        var filled: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            if let name = Self.name(in: bytes, at: index) {
                used.insert(name)
                if let value = values[name] { filled += Array(value.utf8) } else { missing = missing ?? name }
                index += name.utf8.count + 2
            } else {
                filled.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: filled, as: UTF8.self)
    }

    /// The names that have a value and do not stand in the text so far, in alphabetical order.
    var unused: [String] { values.keys.filter { !used.contains($0) }.sorted() }

    private static func name(in bytes: [UInt8], at start: Int) -> String? {
        guard bytes[start] == UInt8(ascii: "{") else { return nil }
        let name = bytes[(start + 1)...].prefix { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard let first = name.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
            name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "}")
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}
