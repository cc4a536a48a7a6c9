// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import Session

/// New messages, none of which is there twice, and the names that they bring.
extension MessageTransaction {
    /// Stores those rows of a file of which the message is not there yet, each one’s contact first, after the names of
    /// contacts.
    ///
    /// A name that a draft brings makes a local contact where there is none of its address, or one that an earlier file
    /// named; of a group not one that only lists who is in it.
    ///
    /// The same message has the same address, date, direction, kind, sender, text and parts. Each row takes one message, so
    /// that what a file has twice is stored twice, once. A message in one of the draft’s `poorerReadings` is the same too
    /// if there is none of the full one; it gets what it lacks, and moves to the draft’s address. So is one of which no file
    /// said when it was: it gets the draft’s date, and is known again by the file without one, too. So is one of the same
    /// second, where one of the two files has whole seconds alone. What the user has removed stays so. A message that is there gets what the file knows later. One that its network’s name tells from all others
    /// is the same first of all, whatever has become of its text, of its files and of who is at the other end. What the
    /// user has said of conversations stays, but an archived one comes back with a message that is newer than all in it.
    /// Numbers become one person’s where one of them is new here: what the user has said of those that are known stays.
    package func merge(_ rows: MessageMerge) throws -> MergedMessages {
        var isNamed = false
        let merged = try merge(rows, &isNamed)
        if isNamed { try forgetListedMembers() }
        return merged
    }

    /// Stores what was read of several files, one after the other.
    package func merge(_ files: [MessageMerge]) throws -> [MergedMessages] {
        var isNamed = false
        var previous: MessageMerge?
        let merged = try files.map { file in
            defer { previous = file }
            if previous?.drafts.isEmpty == false { try endFile() }
            return try merge(file, &isNamed)
        }
        // All groups are looked through for that, and of thousands of files each may name somebody.
        if isNamed { try forgetListedMembers() }
        return merged
    }

    private func merge(_ rows: MessageMerge, _ isNamed: inout Bool) throws -> MergedMessages {
        var matched = rows.matched
        let last = try lastNumber()
        if matched.isEmpty, try messages(.above(0), limit: 1).isEmpty { matched = MatchedMessages(after: last) }
        // Where all that is there came with this file, no row finds itself among it. Who else adds a message meanwhile takes
        // the next number.
        let isAlone = matched.end == last
        try know(own: rows.own)
        let named = try rows.contacts.count { try put(imported: $0) }
        for contact in rows.contacts where contact.kind == .corporate { try joinAtWork(contact) }
        for numbers in rows.people where try numbers.contains(where: { try known($0) == nil }) {
            try merge(numbers)
        }
        let drafts = rows.drafts
        let unknown = try unknownNumbers(in: drafts)
        let listed = try listedMembers(in: drafts)
        if named > 0 { isNamed = true }
        var (refreshed, removed) = (0, 0)
        var numbers: [Int?] = []
        numbers.reserveCapacity(drafts.count)
        for draft in drafts {
            if try name(draft, except: listed) { isNamed = true }
            switch try known(draft, outside: matched, isAlone: isAlone) {
            case .stored(let number, let isCompleted):
                matched.insert(number)
                numbers.append(nil)
                if try refresh(number, with: draft) || isCompleted { refreshed += 1 }
            case .removed(let number):
                matched.insert(number)
                numbers.append(nil)
                removed += 1
            case nil:
                try bringBack(for: draft, isOfFile: true)
                let number = try insert(draft)
                matched.insert(number)
                numbers.append(number)
            }
        }
        try joinAtWork(unknown.filter { try known($0) != nil })
        return MergedMessages(numbers: numbers, refreshed: refreshed, removed: removed, named: named, matched: matched)
    }

    /// The message that is here of another store’s, which gets what it lacks; nil where there is none.
    func stored(_ draft: MessageDraft, outside matched: MatchedMessages) throws -> Int? {
        guard case .stored(let number, _) = try known(draft, outside: matched, isAlone: false) else { return nil }
        _ = try refresh(number, with: draft)
        return number
    }

    /// The message that a row of a file stands for, which gets what it lacks.
    ///
    /// - Parameter isAlone: Whether no message is there but those that are matched.
    private func known(_ draft: MessageDraft, outside matched: MatchedMessages, isAlone: Bool) throws -> KnownMessage? {
        func matchRemoved(_ identity: MessageIdentity) throws -> Int? {
            try self.match(identity, isRemoved: true, outside: matched)
        }
        func match(_ identity: MessageIdentity) throws -> Int? {
            isAlone ? nil : try self.match(identity, isRemoved: false, outside: matched)
        }
        let name = draft.isKnownByNetworkID ? draft.details.networkID : nil
        // What the network calls it tells more than what it says: of several pictures that are left out each says the same.
        if let name, !isAlone, let number = try self.match(networkID: name, isRemoved: false, outside: matched) {
            return try known(number, by: draft)
        }
        let identity = draft.identity
        if let number = try match(identity) { return .stored(number, isCompleted: false) }
        if draft.details.isUndated, let number = try match(identity.undated(wasUndated: true)) {
            return .stored(number, isCompleted: false)
        }
        if let number = try matchRemoved(identity) { return .removed(number) }
        // Most stores have a date for each message, and are not asked for one without.
        let undated = try mayHaveUndated() ? draft.undatedReadings : []
        for reading in draft.poorerReadings + undated {
            if let number = try match(reading) {
                try update(number, from: reading, to: draft)
                return .stored(number, isCompleted: true)
            }
            if let number = try matchRemoved(reading) { return .removed(number) }
        }
        if !draft.details.isUndated, let known = try knownInSeconds(draft, outside: matched, isAlone: isAlone) {
            return known
        }
        let number = try name.flatMap { try self.match(networkID: $0, isRemoved: true, outside: matched) }
        return number.map(KnownMessage.removed)
    }

    /// The message of the same second, where the draft’s file or the one that it came from has whole seconds alone; the
    /// time that says more stays, or is put.
    private func knownInSeconds(
        _ draft: MessageDraft, outside matched: MatchedMessages, isAlone: Bool
    ) throws -> KnownMessage? {
        let identity = draft.identity
        if draft.date == draft.date.wholeSecond {
            let number = isAlone ? nil : try match(inSecondOf: identity, outside: matched)
            return number.map { .stored($0, isCompleted: false) }
        }
        for reading in [identity] + draft.poorerReadings where reading.date == draft.date {
            if !isAlone, let number = try match(reading.inSeconds, isRemoved: false, outside: matched) {
                if reading != identity { try update(number, from: reading, to: draft) }
                try setDate(draft.date, of: number)
                return .stored(number, isCompleted: true)
            }
            if let number = try match(reading.inSeconds, isRemoved: true, outside: matched) { return .removed(number) }
        }
        return nil
    }

    /// The message that the network calls as it does a row of a file; where it is poorer, or the file is not older, it gets
    /// what that says.
    private func known(_ number: Int, by draft: MessageDraft) throws -> KnownMessage? {
        guard let old = try message(number), let draft = draft.isKeepingFormerText ? draft.keeping(old.content) : draft,
            old.identity != draft.identity, draft.saysOther(than: old)
        else { return .stored(number, isCompleted: try putDate(of: draft, to: number)) }
        if !draft.poorerReadings.contains(old.identity) {
            let isNew = try newest(of: old.address).map { $0 <= draft.namedAt ?? draft.date } ?? true
            guard isNew else { return .stored(number, isCompleted: try putDate(of: draft, to: number)) }
        }
        let marks = try marks(of: old.address)
        if old.address != draft.address, !marks.isEmpty, try self.marks(of: draft.address).isEmpty {
            try setMarks(marks, of: draft.address)
        }
        try update(number, from: old.identity, to: draft)
        return .stored(number, isCompleted: true)
    }

    /// Gives a message the date that a file says, where none has said it; answers whether that is so.
    private func putDate(of draft: MessageDraft, to number: Int) throws -> Bool {
        guard !draft.details.isUndated, try mayHaveUndated(), try details(of: number)?.isUndated == true else {
            return false
        }
        try setDate(draft.date, of: number)
        return true
    }

    /// Gives a message what the file says later; answers whether that is anything.
    private func refresh(_ number: Int, with draft: MessageDraft) throws -> Bool {
        guard try isBehind(number, draft), let message = try message(number), let details = try details(of: number),
            let update = MessageUpdate(of: message, details, by: draft)
        else { return false }
        try self.update(message, update)
        return true
    }

    /// Takes a contact of a file, unless the user has named its number, and answers whether it is new or another one.
    private func put(imported new: Contact) throws -> Bool {
        if let old = try givenName(of: new.address) {
            let replaced = new.kind == .corporate ? old : old.own
            guard replaced?.contact != new.of(old.contact.address) else { return false }
            // What the user says stays, also beside the corporate book.
            guard new.kind == .corporate || replaced == nil || old.namedAt != nil else { return false }
        }
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

    /// Joins numbers that have become known to those who have them at work in the corporate book.
    private func joinAtWork(_ new: Set<Address>) throws {
        guard !new.isEmpty else { return }
        for contact in try contacts(atWork: new) where contact.kind == .corporate { try joinAtWork(contact) }
    }

    /// Those of whom one of these is the number at work, in whichever spelling.
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

    /// A later file may name somebody anew, unless the user has.
    ///
    /// - Parameter listed: Names that are none of the groups’ own.
    /// - Returns: Whether there is another name now.
    private func name(_ draft: MessageDraft, except listed: Set<ListedMembers>) throws -> Bool {
        guard let name = draft.importedName,
            listed.isEmpty || !listed.contains(ListedMembers(group: draft.address, name: name))
        else { return false }
        let namedAt = draft.namedAt ?? draft.date
        let old = try givenName(of: draft.address)?.own
        if let old {
            guard old.contact.name != name, let last = old.namedAt, last < namedAt else { return false }
        }
        try self.name(
            Contact(address: draft.address, name: name, kind: .local, workNumber: old?.contact.workNumber),
            namedAt: namedAt)
        return true
    }
}

/// What a row of a file stands for.
private enum KnownMessage {
    /// A message that is there; whether it was known in a poorer form.
    case stored(Int, isCompleted: Bool)
    /// A message that was there.
    case removed(Int)
}

extension MessageDraft {
    /// Whether it says something else than a message and takes nothing away: neither what somebody has taken back, nor a
    /// text or a file that is here.
    fileprivate func saysOther(than old: Message) -> Bool {
        guard !isWithdrawn, !content.isEmpty || old.content.isEmpty, old.attachments.allSatisfy(has) else {
            return false
        }
        return content != old.content || address != old.address || sender != old.sender
            || attachments != old.attachments
    }

    /// Whether it has a file: the same one, or of one whose contents nobody has one of the same name.
    private func has(_ file: MessagePart) -> Bool {
        attachments.contains { part in
            if let digest = file.digest { return part.digest == digest }
            return file.name == nil || part.name == file.name
        }
    }
}
