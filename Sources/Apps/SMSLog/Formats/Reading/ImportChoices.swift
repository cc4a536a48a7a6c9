// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import SMSLogLogic

/// The user’s answers for facts that a file lacks.
package struct ImportChoices: Sendable {
    /// The user’s name in a chat, or number in a table; `-` if the user has written nothing in it.
    package var me: String?
    package var dates: DateOrder?
    /// The meanings of a table’s columns.
    package var columns: TableMapping?
    /// The word in a table’s column of directions for a message that the user sent.
    package var sent: String?
    /// The zone of times without one; `nil` for the user’s.
    package var timeZone: Zone?
    /// The text of a notice of Signal in the user’s language, by its name in the file; `nil` if it has no such words.
    ///
    /// It is stored so; in another language the message is matched by Signal’s own name for it.
    package var notices: @Sendable (String) -> String? = { _ in nil }
    /// Whether contacts are those of the organisation.
    package var isCorporate: Bool

    package init(
        me: String? = nil, dates: DateOrder? = nil, columns: TableMapping? = nil, sent: String? = nil,
        timeZone: Zone? = nil, isCorporate: Bool = false
    ) {
        self.isCorporate = isCorporate
        self.me = me
        self.dates = dates
        self.columns = columns
        self.sent = sent
        self.timeZone = timeZone
    }
}

/// The columns of a table by their meaning, as the user names them: `date=When,text=Body,from=Sender`.
///
/// A column is named as in the table, in quotation marks if the name has a comma, or by its place from 1 on.
package struct TableMapping: Hashable, Sendable {
    /// The names of the columns.
    package let columns: [TableColumn: String]

    /// Reads a typed mapping.
    ///
    /// - Throws: `TableMappingFault`.
    package init(_ typed: String) throws(TableMappingFault) {
        var columns: [TableColumn: String] = [:]
        for part in Self.parts(of: typed) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
            guard sides.count == 2, !sides[1].isEmpty else { throw TableMappingFault(part: Self.trimmed(part[...])) }
            let word = sides[0].lowercased()
            guard let column = TableColumn.allCases.first(where: { $0.word == word }), columns[column] == nil else {
                throw TableMappingFault(part: sides[0])
            }
            columns[column] = sides[1]
        }
        guard !columns.isEmpty else { throw TableMappingFault(part: typed) }
        self.columns = columns
    }

    /// The parts between commas that are in no quotation marks.
    private static func parts(of typed: String) -> [Substring] {
        var isQuoted = false
        return typed.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.trimmed(where: \.isWhitespace)
        if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
        return String(text)
    }
}

/// A part of a mapping that says nothing: no `column=name`, or no column that there is, or one that was said before.
package struct TableMappingFault: Error, Hashable, Sendable {
    /// The part, or its column.
    package let part: String
}
