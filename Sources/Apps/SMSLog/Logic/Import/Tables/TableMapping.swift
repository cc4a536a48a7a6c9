// SPDX-License-Identifier: GPL-3.0-or-later

/// Which column of a table says what, as somebody has said: `date=When,text=Body,from=Sender`.
///
/// A column is named as the table does, in quotation marks where the name has a comma, or by its place from 1 on.
package struct TableMapping: Hashable, Sendable {
    /// The names of the columns.
    package let columns: [TableColumn: String]

    /// Of what somebody has typed.
    ///
    /// - Throws: `TableMappingFault`.
    package init(_ typed: String) throws(TableMappingFault) {
        var columns: [TableColumn: String] = [:]
        for part in Self.parts(of: typed) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
            guard sides.count == 2, !sides[1].isEmpty else { throw TableMappingFault(part: Self.trimmed(part[...])) }
            guard let column = TableColumn(rawValue: sides[0].lowercased()), columns[column] == nil else {
                throw TableMappingFault(part: sides[0])
            }
            columns[column] = sides[1]
        }
        guard !columns.isEmpty else { throw TableMappingFault(part: typed) }
        self.columns = columns
    }

    /// What stands between commas that are in no quotation marks.
    private static func parts(of typed: String) -> [Substring] {
        var isQuoted = false
        return typed.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
        return String(text)
    }
}

/// A part of a mapping that says nothing: no `column=name`, or no column that there is, or one that was said before.
package struct TableMappingFault: Error, Hashable, Sendable {
    /// The part, or its column.
    package let part: String
}
