// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// What has to be known of a whole table of messages before its first row can be read: in which order dates are written,
/// who the user is, what says that the user sent a message, and who is in which conversation.
struct TableOutline {
    /// What stands for the user where the user is nowhere in it.
    static let nobody = "-"

    /// What its columns are.
    let columns: TableColumns
    /// In which order dates are written.
    let order: DateOrder
    /// The columns that nobody knows, of those that have something.
    let leftOut: [String]
    /// The SHA-256 of the files that it names.
    let digests: Set<String>
    private let sent: String?
    private let own: Set<Address>
    /// The members of the chats, sorted.
    private let members: [String: [String]]
    /// The addresses of groups by their members, since each of many messages has that of its group.
    private let groups: [String: Address]

    /// Reads a whole table.
    ///
    /// - Parameter own: The user’s own numbers, as far as they are known.
    /// - Throws: `ImportFault.unknownColumns`, `.absentColumn`, `.unknownDateOrder`, `.unknownDirection`, `.unknownSelf`,
    ///   and what reading throws.
    init(_ table: TableReader, _ choices: ImportChoices, own: Set<Address>, in zone: Zone) throws(ImportFault) {
        guard let first = try Self.first(of: table) else { throw .empty }
        let columns = try TableColumns(first, choices.columns)
        self.columns = columns
        table.width = first.count
        var reading = TableEvidence(columns, choices, own: own, in: zone)
        if !columns.hasHead { reading.add(TableRow(columns: columns, fields: first, line: table.start)) }
        while let row = try table.next() {
            guard case .fields(let fields) = row else { continue }
            reading.add(TableRow(columns: columns, fields: fields, line: table.start))
        }
        guard let order = choices.dates ?? reading.dates.order else {
            throw .unknownDateOrder(sample: reading.sample)
        }
        self.order = order
        sent = choices.sent.map(TableColumn.plain)
        self.own = try reading.user()
        try reading.checkDirections()
        leftOut = columns.unknown.filter(reading.filled.contains).map { columns.names[$0] }
        digests = reading.digests
        members = reading.members(outside: self.own).mapValues { $0.sorted() }
        groups = Dictionary(
            members.values.filter { $0.count > 1 }.map { $0.joined(separator: "~") }.map { ($0, Address($0)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The first row of a table that has something in it.
    static func first(of table: TableReader) throws(ImportFault) -> [String]? {
        while let row = try table.next() {
            if case .fields(let fields) = row, fields.contains(where: { !$0.isEmpty }) { return fields }
        }
        return nil
    }

    /// Whether somebody whom a field names is the user.
    func isUser(_ name: String) -> Bool { TableWords.isUser(name) || own.contains(Address(name)) }

    /// Which way a row went; nil where nothing says it.
    func course(_ row: TableRow) -> TableWords.Course? {
        if let mine = row[.mine].flatMap(TableWords.flag) {
            return mine ? (.outgoing, .sent) : (.incoming, .received)
        }
        if let word = row[.direction] {
            guard let sent else { return TableWords.course(word, status: row[.status]) }
            return TableColumn.plain(word) == sent ? (.outgoing, .sent) : (.incoming, .received)
        }
        if let from = row[.from] { return isUser(from) ? (.outgoing, .sent) : (.incoming, .received) }
        let recipients = row.people(.to)
        guard !recipients.isEmpty else { return nil }
        return recipients.contains(where: isUser) ? (.incoming, .received) : (.outgoing, .sent)
    }

    /// Those of a conversation who wrote in it; nil where nobody did.
    func members(of chat: String?) -> [String]? { members[chat ?? ""] }

    /// The address of one or several people, between which there is `~`.
    func address(_ text: String) -> Address { groups[text] ?? Address(text) }
}
