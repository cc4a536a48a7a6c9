// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// What the rows of a table tell together.
struct TableEvidence {
    /// What dates tell of their order.
    private(set) var dates = DateEvidence()
    /// The first date whose order has to be found out.
    private(set) var sample = ""
    /// The columns that have something.
    private(set) var filled: Set<Int> = []
    /// The SHA-256 of files.
    private(set) var digests: Set<String> = []
    private let columns: TableColumns
    private let choices: ImportChoices
    private let own: Set<Address>
    private let zone: Zone
    private var rowCount = 0
    /// How often each word says which way a message went.
    private var words: [String: Int] = [:]
    /// How many rows name both ends.
    private var pairs = 0
    /// Who is at one end or the other of each row so far; nil before the first.
    private var common: Set<String>?
    /// Everybody at either end.
    private var people: [String] = []
    private var known: Set<String> = []
    /// Who wrote in which conversation.
    private var writers: [String: Set<String>] = [:]

    /// So many people, words and conversations are looked at.
    private static let most = 10_000

    init(_ columns: TableColumns, _ choices: ImportChoices, own: Set<Address>, in zone: Zone) {
        self.columns = columns
        self.choices = choices
        self.own = own
        self.zone = zone
        dates.isEitherWay = true
    }

    /// Takes a row in.
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
        if !ends.isEmpty, !senders.isEmpty, !recipients.isEmpty || columns[.to] == nil {
            if !recipients.isEmpty { pairs += 1 }
            let texts = Set(ends.map { Address($0).text })
            common = common?.intersection(texts) ?? texts
        }
        for name in ends where people.count < Self.most && known.insert(Address(name).text).inserted {
            people.append(name)
        }
        guard let sender = row[.from] ?? row[.number], !TableWords.isUser(sender) else { return }
        let chat = row[.chat] ?? ""
        guard writers[chat] != nil || writers.count < Self.most else { return }
        // Who is sent to wrote nothing, where the other end stands in one column.
        if row[.from] == nil, let word = row[.direction], TableWords.course(word)?.direction == .outgoing { return }
        writers[chat, default: []].insert(Address(sender).text)
    }

    /// Whether rows have to be told apart by who wrote them.
    private var isByPeople: Bool {
        columns[.direction] == nil && columns[.mine] == nil && columns[.call] == nil
    }

    /// The user’s numbers or names.
    ///
    /// - Throws: `ImportFault.unknownSelf` where it matters and does not show.
    func user() throws(ImportFault) -> Set<Address> {
        if let me = choices.me {
            guard me != TableOutline.nobody else { return own }
            let address = Address(me)
            // A table may have a number in another spelling, or not at all.
            guard !isByPeople || known.contains(address.text) || people.isEmpty else {
                throw .unknownSelf(names: people)
            }
            return own.union([address])
        }
        guard isByPeople, rowCount > 0, !people.contains(where: { TableWords.isUser($0) || own.contains(Address($0)) })
        else { return own }
        guard pairs > 0, let common, common.count == 1, known.count > 2 else { throw .unknownSelf(names: people) }
        return own.union(common.map { Address(stored: $0) })
    }

    /// Looks whether the words of a column tell which way messages went.
    ///
    /// - Throws: `ImportFault.unknownDirection`.
    func checkDirections() throws(ImportFault) {
        guard choices.sent == nil, let place = columns[.direction], columns[.mine] == nil, !words.isEmpty else {
            return
        }
        // Who counts from 0 does not count as Android does.
        let isFromZero = words["0"] != nil && words.keys.allSatisfy { Int($0) != nil }
        let unknown = words.filter { TableWords.course($0.key) == nil && !TableWords.isNotice($0.key) }
        let count = unknown.values.reduce(0, +)
        guard isFromZero || count * 2 > words.values.reduce(0, +) else { return }
        let listed = words.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        throw .unknownDirection(column: columns.names[place], words: listed)
    }

    /// Who wrote in which conversation, without the user.
    func members(outside own: Set<Address>) -> [String: Set<String>] {
        writers.compactMapValues { texts in
            let others = texts.filter { !own.contains(Address(stored: $0)) && !$0.isEmpty }
            return others.isEmpty ? nil : others
        }
    }
}
