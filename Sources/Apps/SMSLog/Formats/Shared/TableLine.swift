// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

/// A line of a table (RFC 4180).
enum TableLine {
    /// The line of these fields; `nil` is an empty one.
    static func text(_ fields: [String?]) -> String {
        fields.map { $0.map(quoted) ?? "" }.joined(separator: ",") + "\r\n"
    }

    /// Several values in one field, a line each.
    static func list(_ values: [String]) -> String { values.joined(separator: "\n") }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return field }
        // By scalars: a mark behind a quotation mark is one character with it.
        var quoted = "\""
        for scalar in field.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
