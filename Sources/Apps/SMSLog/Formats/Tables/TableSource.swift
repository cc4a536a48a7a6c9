// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSession
import AtriumStores
import SMSLogLogic

/// Messages in a table; written for programs that calculate (RFC 4180), without the bytes of files.
enum MessageTable: MessageFormat {
    static let id = "csv"
    private static let ends: Set = ["csv", "tsv", "tab"]

    static func claims(_ file: SniffedFile) -> Bool { file.isTable || TableSource.begins(file.longHead) }

    /// By its name, unless it is XML called so.
    static func accepts(_ file: SniffedFile) -> Bool {
        !file.longHead.isEmpty && ends.contains(file.end) && !file.text.hasPrefix("<")
    }

    /// A table is read twice: only all of it shows the order of its dates, and the members of each conversation.
    static func source(of path: String, in context: ImportContext) async throws -> (any ImportSource, size: Int) {
        // It looks which files of messages are there.
        try await context.importer.storeWaiting()
        let file = try FileReader(path)
        let outline = try TableOutline(
            TableReader(ByteLines(file)), context.choices, own: context.rows.own, in: context.zone)
        var kept: Set<String> = []
        for text in outline.digests {
            if let digest = Digest(text: text), try await context.importer.hasBytes(digest) { kept.insert(text) }
        }
        let reader = TableRows(outline: outline, zone: context.zone, kept: kept, data: FilesBeside.of(path))
        let table = TableReader(ByteLines(try FileReader(path)))
        return (TableSource(table, reader, into: context.rows), file.status.size)
    }

    static func mayBe(named name: String) -> Bool? { ends.contains(FileEnding.of(name)) ? true : nil }

    static func hasMessages(_ file: SniffedFile) -> Bool { TableSource.begins(file.longHead) }
}

extension MessageTable: MessageExport {
    static let endings: Set<String> = ["csv"]

    static func file(_ draft: DraftWriter, _ facts: ExportFacts) throws -> any ExportedFile {
        try TableFile(draft, hasByteOrderMark: facts.request.hasByteOrderMark)
    }
}

/// A table of messages, such as our own or one that another program has written, of any size in constant memory.
final class TableSource: ImportSource {
    /// The number of rows read in one step.
    private static let step = 64

    let rows: ImportedRows
    private(set) var line = 0
    private let table: TableReader
    private let reader: TableRows
    private var isBegun = false
    /// The people named already.
    private var named: Set<Address> = []

    init(_ table: TableReader, _ reader: TableRows, into rows: ImportedRows) {
        self.table = table
        self.reader = reader
        self.rows = rows
    }

    /// Whether a text begins as a table of messages does.
    static func begins(_ bytes: [UInt8]) -> Bool {
        var table = CSVRows(TableText.whole(bytes))
        return table.next().map { TableColumns.begin($0.fields) } ?? false
    }

    var bytesRead: Int { table.bytesRead }

    func step() throws -> Bool {
        if !isBegun {
            isBegun = true
            let columns = reader.outline.columns
            guard let first = try TableOutline.first(of: table) else { return false }
            table.width = first.count
            rows.know(own: reader.outline.shown)
            if !columns.hasHead { add(first) }
            if !reader.outline.leftOut.isEmpty {
                rows.report.remark(RowRemark(line: table.start, reason: .unknownColumns(reader.outline.leftOut)))
            }
        }
        for _ in 0..<Self.step {
            guard let row = try table.next() else { return false }
            switch row {
            case .fields(let fields): add(fields)
            case .broken:
                line = table.start
                rows.report.refuse(RefusedRow(line: table.start, reason: .brokenRow))
            }
        }
        return true
    }

    private func add(_ fields: [String]) {
        line = table.start
        guard fields.contains(where: { !$0.isEmpty }) else { return }
        let row = TableRow(columns: reader.outline.columns, fields: fields, line: line)
        do throws(RefusedRow) {
            let (draft, remarks) = try reader.draft(row, after: rows.lastDate)
            rows.append(draft, line: line)
            for reason in remarks { rows.report.remark(RowRemark(line: line, reason: reason)) }
            // Of a group it names who of them wrote.
            if draft.address.isGroup, !row.namesGroup, let sender = draft.sender, let name = row[.name],
                name != row[.from], named.insert(sender).inserted
            {
                rows.append(Contact(address: sender, name: name, kind: .local))
            }
        } catch {
            rows.report.refuse(error)
        }
    }
}

/// The facts about a whole table of messages that its first row needs: the order of dates,
/// the user, the word for messages that the user sent, and the members of each conversation.
struct TableOutline {
    /// The word for the user if the user is not in it.
    static let absentUser = "-"

    let columns: TableColumns
    let order: DateOrder
    /// The unknown columns that have values.
    let leftOut: [String]
    /// The SHA-256 of the files that it names.
    let digests: Set<String>
    private let sent: String?
    private let own: Set<Address>
    /// The user’s number if each row has it at one end: with it, other copies are read alike, whatever `--me` says.
    let shown: Set<Address>
    /// The members of the chats, sorted.
    private let members: [String: [String]]
    /// Whether messages that name no other end are in one conversation of all who write.
    let isOneConversation: Bool
    /// The addresses of groups by their members, since each of many messages has that of its group.
    private let groups: [String: Address]

    /// Reads a whole table.
    ///
    /// - Parameter own: The user’s own numbers, as far as they are known.
    /// - Throws: `ImportFault.unknownColumns`, `.absentColumn`, `.unknownDateOrder`, `.unknownDirection`, `.unknownSelf`,
    ///   and the errors of reading.
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
        let user = try reading.user()
        self.own = user
        shown = reading.shown.filter { user.contains($0) && $0.isDialable }
        try reading.checkDirections()
        leftOut = columns.unknown.filter(reading.filled.contains).map { columns.names[$0] }
        digests = reading.digests
        members = reading.members(outside: self.own).mapValues { $0.sorted() }
        isOneConversation = reading.isOneConversation
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

    /// Whether the person named in a field is the user.
    func isUser(_ name: String) -> Bool { TableWords.isUser(name) || own.contains(Address(name)) }

    /// The direction of a row; `nil` if it is not known.
    func course(_ row: TableRow) -> TableWords.Course? {
        if let course = TableWords.course(of: row, sent: sent) { return course }
        guard row[.direction] == nil else { return nil }
        if let from = row[.from] { return isUser(from) ? (.outgoing, .sent) : (.incoming, .received) }
        let recipients = row.people(.to)
        guard !recipients.isEmpty else { return nil }
        return recipients.contains(where: isUser) ? (.incoming, .received) : (.outgoing, .sent)
    }

    /// The members who wrote in a conversation; `nil` if it has none.
    func members(of chat: String?) -> [String]? { members[chat ?? ""] }

    /// The address of one or several people, between which there is `~`.
    func address(_ text: String) -> Address { groups[text] ?? Address(text) }
}

/// The evidence of all rows of a table.
struct TableEvidence {
    /// The evidence of the dates for their order.
    private(set) var dates = DateEvidence()
    /// The first date whose order has to be found out.
    private(set) var sample = ""
    /// The columns that have something.
    private(set) var filled: Set<Int> = []
    /// The SHA-256 of files.
    private(set) var digests: Set<String> = []
    private let columns: TableColumns
    private let choices: ImportChoices
    /// The word for messages that the user sent; `nil` for the usual ones.
    private let sent: String?
    private let own: Set<Address>
    private let zone: Zone
    private var rowCount = 0
    /// The number of uses of each word for a direction.
    private var words: [String: Int] = [:]
    /// The number of rows with both ends.
    private var pairs = 0
    /// The people who are at one end or the other of each row so far; `nil` before the first.
    private var common: Set<String>?
    /// All people at either end.
    private var people: [String] = []
    private var known: Set<String> = []
    /// The senders in each conversation.
    private var writers: [String: Set<String>] = [:]
    /// How many more messages of the user name no other end than name one.
    private var unnamedEnds = 0

    /// The maximum number of people, words and conversations to read.
    private static let most = 10_000

    init(_ columns: TableColumns, _ choices: ImportChoices, own: Set<Address>, in zone: Zone) {
        self.columns = columns
        self.choices = choices
        sent = choices.sent.map(TableColumn.plain)
        self.own = own
        self.zone = zone
        dates.isEitherWay = true
    }

    mutating func add(_ row: TableRow) {
        rowCount += 1
        for place in columns.unknown where place < row.fields.count && !row.fields[place].isEmpty {
            filled.insert(place)
        }
        if let text = row.date, case .written(let date)? = TableDate(text, in: zone), date.order == nil {
            if sample.isEmpty { sample = text }
            dates.add(date)
        }
        if let word = row[.direction], words[word] != nil || words.count < Self.most { words[word, default: 0] += 1 }
        digests.formUnion(row.list(.sha256).filter { !$0.isEmpty })
        addPeople(row)
    }

    private mutating func addPeople(_ row: TableRow) {
        let (senders, recipients) = (row.people(.from), row.people(.to))
        let ends = senders + recipients
        let texts = ends.map { Address($0).text }
        if !ends.isEmpty, !senders.isEmpty, !recipients.isEmpty || columns[.to] == nil {
            if !recipients.isEmpty { pairs += 1 }
            // Most rows leave it as it is.
            if common?.allSatisfy(texts.contains) != true { common = common?.intersection(texts) ?? Set(texts) }
        }
        for (name, text) in zip(ends, texts) where people.count < Self.most && known.insert(text).inserted {
            people.append(name)
        }
        let course = TableWords.course(of: row, sent: sent)
        let isOwn = course.map { $0.direction == .outgoing } ?? (row[.call].flatMap(TableWords.outcome) == .made)
        if isOwn, course?.status != .draft, row[.chat] == nil {
            unnamedEnds += recipients.isEmpty && row[.number] == nil ? 1 : -1
        }
        guard let sender = row[.from] ?? row[.number], !TableWords.isUser(sender) else { return }
        let chat = row[.chat] ?? ""
        guard writers[chat] != nil || writers.count < Self.most else { return }
        // A recipient wrote nothing, if the other end stands in one column.
        if row[.from] == nil, isOwn { return }
        writers[chat, default: []].insert(Address(sender).text)
    }

    /// Whether rows have to be distinguished by their sender.
    private var isByPeople: Bool {
        columns[.direction] == nil && columns[.mine] == nil && columns[.call] == nil
    }

    /// Whether all who write in no named conversation write in one, as in the export of a chat.
    ///
    /// There no message names another end. Where sent messages name theirs, or none is sent, a received message is of a
    /// conversation with its sender.
    var isOneConversation: Bool { isByPeople || unnamedEnds > 0 }

    /// The user’s numbers or names.
    ///
    /// - Throws: `ImportFault.unknownSelf` if it matters and is not clear.
    func user() throws(ImportFault) -> Set<Address> {
        if let me = choices.me {
            guard me != TableOutline.absentUser else { return own }
            let address = Address(me)
            // A table may have a number in another spelling, or not at all.
            guard !isByPeople || known.contains(address.text) || people.isEmpty else {
                throw .unknownSelf(names: people)
            }
            return own.union([address])
        }
        guard isByPeople, rowCount > 0, !people.contains(where: { TableWords.isUser($0) || own.contains(Address($0)) })
        else { return own }
        guard !shown.isEmpty else { throw .unknownSelf(names: people) }
        return own.union(shown)
    }

    /// The only person, among several, who is at one end of each row.
    var shown: Set<Address> {
        guard pairs > 0, let common, common.count == 1, known.count > 2 else { return [] }
        return Set(common.map { Address(stored: $0) })
    }

    /// Checks whether the words of a column show the direction of messages.
    ///
    /// - Throws: `ImportFault.unknownDirection`.
    func checkDirections() throws(ImportFault) {
        guard choices.sent == nil, let place = columns[.direction], columns[.mine] == nil, !words.isEmpty else {
            return
        }
        // A table that counts from 0 does not count as Android does.
        let isFromZero = words["0"] != nil && words.keys.allSatisfy { Int($0) != nil }
        let unknown = words.filter { TableWords.course($0.key) == nil && !TableWords.isNotice($0.key) }
        let count = unknown.values.reduce(0, +)
        guard isFromZero || count * 2 > words.values.reduce(0, +) else { return }
        let listed = words.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        throw .unknownDirection(column: columns.names[place], words: listed)
    }

    /// The senders in each conversation, without the user.
    func members(outside own: Set<Address>) -> [String: Set<String>] {
        writers.compactMapValues { texts in
            let others = texts.filter { !own.contains(Address(stored: $0)) && !$0.isEmpty }
            return others.isEmpty ? nil : others
        }
    }
}
