// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
package import AtriumTerminal

/// A JSON value whose members keep their order.
public indirect enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case number(Int)
    /// A finite number, in the shortest form that reads back the same.
    case decimal(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([(key: String, value: JSONValue)])

    /// Whether both have the same text.
    public static func == (left: JSONValue, right: JSONValue) -> Bool { left.text == right.text }

    /// The value on one line, in UTF-8, with what a terminal does not show as it is escaped: controls, bidi controls,
    /// characters that show nothing, formats, and marks beyond those that fit on a character.
    ///
    /// Source: RFC 8259; the escapes beyond it keep a terminal safe from what a message holds, and read back the same.
    public var text: String {
        var output = ""
        write(to: &output)
        return output
    }

    /// The same for the output gate: nothing in it has to be made visible any more.
    package var visible: VisibleText { VisibleText(text) }

    private func write(to output: inout String) {
        switch self {
        case .null: output += "null"
        case .bool(let flag): output += flag ? "true" : "false"
        case .number(let number): output += String(number)
        case .decimal(let number): output += String(number)
        case .string(let string): Self.write(string, to: &output)
        case .array(let values):
            output += "["
            for (index, value) in values.enumerated() {
                if index > 0 { output += "," }
                value.write(to: &output)
            }
            output += "]"
        case .object(let members):
            output += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { output += "," }
                Self.write(member.key, to: &output)
                output += ":"
                member.value.write(to: &output)
            }
            output += "}"
        }
    }

    private static func write(_ string: String, to output: inout String) {
        output += "\""
        var marks = 0
        for scalar in string.unicodeScalars {
            marks = Sanitizer.isMark(scalar) ? marks + 1 : 0
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\t": output += "\\t"
            case "\r": output += "\\r"
            case _ where isEscaped(scalar) || marks > Sanitizer.marks:
                // Two of them beyond the first plane.
                for unit in String(scalar).utf16 {
                    output += "\\u" + unit.digits(4, radix: 16)
                }
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7F).contains(scalar.value) { return false }
        return Sanitizer.isHidden(scalar) || scalar.properties.generalCategory == .format
    }
}
