// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The import of new messages, each of which is stored once, and of the names that they bring.
extension MessageDAO {
    /// Stores the rows of a file whose messages are not there yet, each one’s contact first, after the names of
    /// contacts.
    ///
    /// A name that a draft brings makes a local contact if there is none for its address, or only one that an earlier
    /// file named; for a group only if it does not just list the members.
    ///
    /// The same message has the same address, date, direction, kind, sender, text and parts. Each row takes one
    /// message, so that one that a file has twice is stored twice, once. A message in one of the draft’s
    /// `poorerReadings` is the same too if there is none of the full one; it is completed, and moves to the draft’s
    /// address. So is one without a date in any file: it gets the draft’s date, and is known by the file without one,
    /// too. So is one of the same second, if one of the two files has whole seconds alone. Removed messages stay
    /// removed. A stored message gets later facts of the file. One whose network’s name distinguishes it is matched
    /// by that first, whatever its text, files and other end are now. The user’s marks stay, but a message newer than
    /// all others brings an archived conversation back. New numbers join people; known ones stay as the user set them.
    package func merge(_ rows: MessageMerge) throws -> MergedMessages {
        try merge([rows])[0]
    }

    /// Stores the rows of several files, one after the other.
    package func merge(_ files: [MessageMerge]) throws -> [MergedMessages] {
        var names = ChangedNames()
        var inserted: [Int] = []
        let merged = try files.map { try merge($0, &names, &inserted) }
        // All groups are searched for that, and each of thousands of files may name a person.
        if !names.isEmpty { try forgetListedMembers() }
        try journal(imported: inserted, names.steps(in: self))
        return merged
    }

    private func merge(
        _ rows: MessageMerge, _ names: inout ChangedNames, _ inserted: inout [Int]
    ) throws -> MergedMessages {
        var matched = rows.matched
        let last = try lastNumber()
        if matched.isEmpty, try messages(.above(0), limit: 1).isEmpty { matched = MatchedMessages(after: last) }
        // If all messages there came with this file, no row finds itself among them. Another writer’s message takes
        // the next number.
        let isAlone = matched.end == last
        try know(own: rows.own)
        // Before the names of the same file, which make their numbers known.
        for numbers in rows.people where try numbers.contains(where: { try known($0) == nil }) {
            try merge(numbers)
        }
        var named = try Set(rows.contacts.filter { try put(imported: $0, &names) }.map(\.address))
        for contact in rows.contacts where contact.kind == .corporate { try joinAtWork(contact) }
        let drafts = rows.drafts
        let unknown = try unknownNumbers(in: drafts)
        let listed = try listedMembers(in: drafts)
        let matches = try match(drafts, .rows(isAlone: isAlone), outside: matched)
        try named.formUnion(name(drafts, except: listed, &names))
        let refreshed = try complete(drafts, matches)
        // Of most files either all rows are new or none is.
        let places = matches.indices.filter { matches[$0] == nil }
        let new = places.count == drafts.count ? drafts : places.map { drafts[$0] }
        try bringBack(for: new, areOfFile: true)
        let given = try insert(new)
        inserted += given
        var numbers = given.makeIterator()
        let all = matches.map { match in
            let number = match == nil ? numbers.next() : nil
            if let number = match?.number ?? number { matched.insert(number) }
            return number
        }
        try joinAtWork(unknown.filter { try known($0) != nil })
        return MergedMessages(
            numbers: all, refreshed: refreshed, removed: matches.count { $0?.kind == .removed }, named: named.count,
            matched: matched)
    }

    /// Completes messages from the drafts that stand for them, and returns the number of changed ones.
    func complete(_ drafts: [MessageDraft], _ matches: [MessageMatch?]) throws -> Int {
        // By their places: of a file that is known already all rows are found, and drafts are large.
        let found = matches.indices.filter { place in
            matches[place].map { $0.kind != .removed && ($0.kind != .same || $0.mayAdd) } ?? false
        }
        guard !found.isEmpty else { return 0 }
        func number(_ place: Int) -> Int { matches[place]?.number ?? 0 }
        let old = try messages(found.filter { matches[$0]?.kind.isNamed ?? false }.map(number))
        let dated = found.filter {
            matches[$0]?.kind == .named(mayBeUndated: true) && !drafts[$0].details.isUndated
        }
        let undated = try contents(of: dated.map(number)).filter { $1.background.details.isUndated }
        var edits: [MessageEdit] = []
        var changed: Set<Int> = []
        for place in found {
            let number = number(place)
            var more: [MessageEdit] = []
            switch matches[place]?.kind {
            case .poorer(let reading): more = [.text(number, from: reading, to: drafts[place])]
            case .second(let reading):
                more = reading.map { [.text(number, from: $0, to: drafts[place])] } ?? []
                more.append(.date(drafts[place].date, of: number))
            case .named:
                guard let message = old[number] else { continue }
                if let draft = try drafts[place].changing(message, in: self) {
                    more = [.text(number, from: message.identity, to: draft)]
                } else if undated[number] != nil {
                    more = [.date(drafts[place].date, of: number)]
                }
            case .same, .removed, nil: break
            }
            guard !more.isEmpty else { continue }
            edits += more
            changed.insert(number)
        }
        try update(edits)
        let behind = found.filter { matches[$0]?.mayAdd ?? false }
        let now = try messages(behind.map(number))
        let contents = try contents(of: behind.map(number))
        let updates = behind.compactMap { place -> MessageEdit? in
            guard let message = now[number(place)], let details = contents[message.id]?.background.details,
                let update = MessageUpdate(of: message, details, by: drafts[place])
            else { return nil }
            changed.insert(message.id)
            return .state(message, update)
        }
        try update(updates)
        return changed.count
    }

    /// Messages by their numbers.
    private func messages(_ ids: [Int]) throws -> [Int: Message] {
        ids.isEmpty
            ? [:] : Dictionary(try messages(.numbers(ids), limit: ids.count).map { ($0.id, $0) }) { first, _ in first }
    }

    /// Stores a contact of a file, unless the user has named its number, and returns whether it is new or another one.
    private func put(imported new: Contact, _ names: inout ChangedNames) throws -> Bool {
        let old = try givenName(of: new.address)
        if let old {
            let replaced = new.kind == .corporate ? old : old.own
            guard replaced?.contact != new.of(old.contact.address) else { return false }
            // The user’s names stay, also beside the corporate book.
            guard new.kind == .corporate || replaced == nil || old.namedAt != nil else { return false }
        }
        try names.note(old, of: new.address, in: self)
        try self.name(new, namedAt: Timestamp(milliseconds: .max))
        return true
    }

    /// Joins the number at work of a contact of the corporate book to its other number, if there is anything of it, and no
    /// other contact has it.
    package func joinAtWork(_ contact: Contact) throws {
        guard let work = contact.workNumber.map({ Address($0) }), work.isDialable, try known(work) != nil,
            try leader(of: work) != leader(of: contact.address),
            try !apart().contains(where: { $0 == AddressPair(work, contact.address) })
        else { return }
        if let name = try givenName(of: work)?.contact.name, name != contact.name { return }
        let others = try contacts(atWork: [work]).contains { $0.name != contact.name }
        if !others { try merge([contact.address, work]) }
    }

    /// Stores a message, by which its number may become known.
    func insertJoining(_ draft: MessageDraft) throws -> Int {
        let new = try draft.address.isDialable && known(draft.address) == nil
        let id = try insert(draft)
        if new { try joinAtWork([draft.address]) }
        return id
    }

    /// Joins new numbers to the people whose numbers at work they are in the corporate book.
    private func joinAtWork(_ new: Set<Address>) throws {
        guard !new.isEmpty else { return }
        for contact in try contacts(atWork: new) where contact.kind == .corporate { try joinAtWork(contact) }
    }

    /// The contacts whose number at work is one of these, in any spelling.
    private func contacts(atWork numbers: Set<Address>) throws -> [Contact] {
        let numbering = try numbering()
        func spelling(_ address: Address) -> Address { numbering?.spelling(address) ?? address }
        let spellings = Set(numbers.map(spelling))
        return try contactsAtWork().filter { contact in
            contact.workNumber.map { spellings.contains(spelling(Address($0))) } ?? false
        }
    }

    /// The numbers of messages of which nothing is known yet, if there is a contact whose number at work they may be.
    private func unknownNumbers(in drafts: [MessageDraft]) throws -> Set<Address> {
        guard try !contactsAtWork().isEmpty else { return [] }
        return try Set(drafts.map(\.address)).filter { try $0.isDialable && known($0) == nil }
    }

    /// Later files may rename a person, unless the user has, or has removed the name.
    ///
    /// - Parameter listed: Names that are none of the groups’ own.
    /// - Returns: The numbers with another name, or with the first name of one from which there were messages.
    private func name(
        _ drafts: [MessageDraft], except listed: Set<ListedMembers>, _ names: inout ChangedNames
    ) throws -> Set<Address> {
        var named: Set<Address> = []
        // The names of addresses, of which mostly each message says the same.
        var settled: [Address: String] = [:]
        let unnamed = try unnamed()
        for draft in drafts {
            guard let name = draft.importedName, settled[draft.address] != name, !unnamed.contains(draft.address),
                listed.isEmpty || !listed.contains(ListedMembers(group: draft.address, name: name))
            else { continue }
            let namedAt = draft.namedAt ?? draft.date
            let former = try givenName(of: draft.address)
            let old = former?.own
            if let old {
                guard old.contact.name != name else {
                    settled[draft.address] = name
                    continue
                }
                guard let last = old.namedAt, last < namedAt else { continue }
                // Other spellings of the number have the name, too.
                settled = [:]
            }
            if try former != nil || newest(of: draft.address) != nil { named.insert(draft.address) }
            try names.note(former, of: draft.address, in: self)
            try self.name(
                Contact(address: draft.address, name: name, kind: .local, workNumber: old?.contact.workNumber),
                namedAt: namedAt)
            settled[draft.address] = name
        }
        return named
    }
}

/// The numbers that have another name than before an import.
private struct ChangedNames {
    private var former: [Address: (name: GivenName?, leaders: Set<Address>)] = [:]

    var isEmpty: Bool { former.isEmpty }

    /// Notes the name that a number has before it gets another one, and the number that leads its conversation.
    mutating func note(_ name: GivenName?, of address: Address, in messages: any MessageDAO) throws {
        if former[address] == nil { former[address] = (name, try messages.leaders(of: [address])) }
    }

    /// The steps from the former names to those of now.
    func steps(in messages: any MessageDAO) throws -> [MessageStep] {
        try former.sorted { $0.key < $1.key }.map { address, former in
            let now = try messages.givenName(of: address)
            return MessageStep(
                address, called: (now ?? former.name)?.contact.name ?? address.text,
                before: .init(leaders: former.leaders, name: .init(former.name)),
                after: .init(leaders: try messages.leaders(of: [address]), name: .init(now)))
        }
    }
}

extension MessageDraft {
    /// The draft’s changes to the message of the same network name, if that is poorer, or the file is not older; `nil`
    /// if the message stays as it is.
    fileprivate func changing(_ old: Message, in messages: any MessageDAO) throws -> MessageDraft? {
        // Mostly it says the same, and is not copied.
        guard isKeepingFormerText || saysOther(than: old),
            let draft = isKeepingFormerText ? keeping(old.content) : self, old.identity != draft.identity,
            draft.saysOther(than: old)
        else { return nil }
        if !draft.poorerReadings.contains(old.identity) {
            guard try messages.newest(of: old.address).map({ $0 <= draft.namedAt ?? draft.date }) ?? true else {
                return nil
            }
        }
        let marks = try messages.marks(of: old.address)
        if old.address != draft.address, !marks.isEmpty, try messages.marks(of: draft.address).isEmpty {
            try messages.setMarks(marks, of: draft.address)
        }
        return draft
    }

    /// Whether it differs from a message and removes nothing: neither withdrawn content, nor a
    /// text or a file that is here.
    fileprivate func saysOther(than old: Message) -> Bool {
        guard !isWithdrawn, !content.isEmpty || old.content.isEmpty, old.attachments.allSatisfy(has) else {
            return false
        }
        return content != old.content || address != old.address || sender != old.sender
            || attachments != old.attachments
    }

    /// Whether it has a file: the same one, or, if its contents are stored nowhere, one of the same name.
    private func has(_ file: MessagePart) -> Bool {
        attachments.contains { part in
            if let digest = file.digest { return part.digest == digest }
            return file.name == nil || part.name == file.name
        }
    }
}
