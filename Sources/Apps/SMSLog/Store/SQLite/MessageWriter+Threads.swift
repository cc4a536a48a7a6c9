// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import PhoneNumbers
import SMSLogDomain
import Session
import Systems

/// The threads of which something is held back.
extension MessageWriter {
    /// Where the address’s thread is held.
    func index(of address: Address) throws -> Int {
        if let index = try existing(address) { return index }
        let number = try numbered(address)
        lastThread += 1
        let id = RowKey(owner: owner.rawValue, number: lastThread).rawValue
        let person = numbering?.person(address)
        let index = hold(
            MessageThread(
                id: id, address: address, number: number.map { threads[$0].id } ?? id,
                leader: number.map { threads[$0].leader } ?? id, person: person, isNew: true))
        if let person { persons[person.text] = number ?? index }
        // Who asks for all threads of the conversation has to find it.
        for new in [number, index].compactMap(\.self) where number != nil && threads[new].isNew {
            try write(threads[new])
            threads[new].isNew = false
        }
        return index
    }

    /// Where the thread is held that leads the conversation of an address, which has none of its own if another spelling
    /// has one; nil if there is none.
    func leading(_ address: Address) throws -> Int? { try numbered(address).map(lead) }

    /// Where the thread is held that stands for the number of an address; nil if there is none.
    func numbered(_ address: Address) throws -> Int? {
        if let index = try existing(address) {
            let number = threads[index].number
            return number == threads[index].id ? index : try held(number) ?? index
        }
        guard let person = numbering?.person(address) else { return nil }
        return try persons[person.text] ?? MessageRows.number(of: person, owner, in: database).flatMap(held)
    }

    /// Where the thread is held that leads the conversation of one.
    func lead(_ index: Int) throws -> Int {
        let leader = threads[index].leader
        return leader == threads[index].id ? index : try held(leader) ?? index
    }

    private func held(_ key: Int64) throws -> Int? {
        if let index = keys[key] { return index }
        return try load("id = ?", [key]).map(hold)
    }

    /// Where the address’s thread is held; nil if there is none.
    func existing(_ address: Address) throws -> Int? {
        if let found, threads[found].address == address { return found }
        found =
            try indices[address.text] ?? load("owner = ? AND address = ?", [owner.rawValue, address.text]).map(hold)
        return found
    }

    private func hold(_ thread: MessageThread) -> Int {
        threads.append(thread)
        indices[thread.address.text] = threads.count - 1
        keys[thread.id] = threads.count - 1
        return threads.count - 1
    }

    private func load(_ condition: String, _ arguments: StatementArguments) throws -> MessageThread? {
        // Of a cursor’s row the values come from the statement; a row by itself has copies of them, which takes three
        // times as long. Each batch of an import loads the threads of its messages.
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT id, name, kind, work, count, unread, last_date, last_message, named_at, marks,
                        draft, drafted, leader, person, address, number, \(MessageRows.hasSeveralNumbers),
                        local, local_work
                    FROM sms_thread t WHERE \(condition)
                    """), arguments: arguments)
        guard let row = try rows.next() else { return nil }
        let address = Address(stored: row.text(14))
        return MessageThread(
            id: row.number(0), address: address, number: row.number(15), leader: row.number(12),
            person: row.optionalText(13).map(Address.init(stored:)), hasSeveralNumbers: row.number(16) != 0,
            isNew: false,
            contact: MessageColumns.contact(row, at: 1, address: address),
            local: MessageColumns.local(row, at: 17, address: address),
            namedAt: row.optionalNumber(8).map(Timestamp.init(milliseconds:)),
            state: MessageColumns.state(row, at: 9), count: row.count(4), unread: row.count(5),
            lastDate: row.optionalNumber(6), lastMessage: row.optionalNumber(7))
    }

    func write(_ thread: MessageThread) throws {
        let statement = try BulkStatement(
            database,
            sql: thread.isNew
                ? """
                INSERT INTO sms_thread(name, kind, work, count, unread, last_date, last_message, named_at, marks,
                    draft, drafted, local, local_work, id, owner, address, number, leader, person, form)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
                : """
                UPDATE sms_thread SET name = ?, kind = ?, work = ?, count = ?, unread = ?, last_date = ?,
                    last_message = ?, named_at = ?, marks = ?, draft = ?, drafted = ?, local = ?, local_work = ?
                WHERE id = ?
                """)
        statement.bind(thread.contact?.name, at: 1)
        statement.bind(thread.contact?.kind.rawValue ?? ContactKind.unknown.rawValue, at: 2)
        statement.bind(thread.contact?.workNumber, at: 3)
        statement.bind(thread.count, at: 4)
        statement.bind(thread.unread, at: 5)
        statement.bind(thread.lastDate, at: 6)
        statement.bind(thread.lastMessage, at: 7)
        statement.bind(thread.namedAt?.milliseconds, at: 8)
        statement.bind(thread.state.marks.rawValue, at: 9)
        statement.bind(thread.state.draft?.text, at: 10)
        statement.bind(thread.state.draft?.savedAt.milliseconds, at: 11)
        statement.bind(thread.local?.name, at: 12)
        statement.bind(thread.local?.workNumber, at: 13)
        statement.bind(thread.id, at: 14)
        if thread.isNew {
            statement.bind(owner.rawValue, at: 15)
            statement.bind(thread.address.text, at: 16)
            statement.bind(thread.number, at: 17)
            statement.bind(thread.leader, at: 18)
            statement.bind(thread.person?.text, at: 19)
            statement.bind(thread.address.form.rawValue, at: 20)
        }
        try statement.run()
    }
}
