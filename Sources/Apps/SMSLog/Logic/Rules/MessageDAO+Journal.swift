// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumStores

extension MessageDAO {
    /// Records the changes of the present task’s command in the journal; nothing if nothing changed.
    package func journal(_ steps: [MessageStep]) throws {
        setJournaled()
        let changed = steps.filter { $0.before != $0.after }
        guard !changed.isEmpty else { return }
        try record(JournalEntry.lines(changed), isLasting: false)
    }

    /// Records what came with a file: `undo` removes the messages, so that the file can be imported again, and the names.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the messages, which follow each other.
    ///   - names: The changes of names.
    func journal(imported numbers: [Int], _ names: [MessageStep]) throws {
        guard let first = numbers.first, let last = numbers.last else { return names.isEmpty ? () : try journal(names) }
        setJournaled()
        try record(JournalEntry.lines([MessageStep(imported: first...last)] + names), isLasting: false)
    }

    /// Records that the command changed a conversation in a way that `undo` does not take back.
    func journal(lasting address: Address) throws {
        setJournaled()
        let (name, state) = (try contact(address)?.name ?? address.text, MessageStep.State())
        try record(
            JournalEntry.lines([MessageStep(address, called: name, before: state, after: state)]), isLasting: true)
    }

    /// Records that the command changed something that is not listed one by one, in a way that `undo` does not take back.
    func journal(lasting subject: MessageStep.Subject) throws {
        setJournaled()
        try record(JournalEntry.lines([MessageStep(subject)]), isLasting: true)
    }

    /// The subjects of changes that cannot be undone: conversations by their names, or else messages by their numbers.
    func steps(of changes: Changes<MessageChange>) throws -> [MessageStep] {
        guard case .these(let changes) = changes else { return [MessageStep(.conversations)] }
        let addresses = changes.compactMap { change -> Address? in
            switch change {
            case .seen(let address), .conversation(let address), .contact(let address): address
            case .message, .gateways: nil
            }
        }
        let messages = changes.compactMap { if case .message(let id, _) = $0 { id } else { nil } }
        guard !addresses.isEmpty || !messages.isEmpty else { return [MessageStep(.gateways)] }
        guard messages.isEmpty else { return [MessageStep(.messages(Array(Set(messages)).sorted()))] }
        return try Set(addresses).sorted { $0.text < $1.text }.map { address in
            let (name, state) = (try contact(address)?.name ?? address.text, MessageStep.State())
            return MessageStep(address, called: name, before: state, after: state)
        }
    }

    /// Marks all messages of a conversation as seen, and returns how many were not; what can be taken back, it keeps in the
    /// journal.
    package func read(_ address: Address) throws -> Int {
        var filter = MessageFilter()
        filter.conversations = Set(try spellings(of: address) + [address])
        filter.states = [.unread]
        let unread = try find(filter, after: nil, limit: .max).map(\.id)
        let count = try setRead(true, .conversation(address))
        // Messages of a blocked conversation are not found as not seen.
        if unread.count == count { try journal(seen: Set(unread), isRead: true, address) }
        return count
    }

    /// Marks the newest incoming message of a conversation as not seen, and returns the number of changed ones: 1 or 0.
    package func unread(_ address: Address) throws -> Int {
        let newest = try messages(.newest(address, .incoming), limit: 1).first
        let count = try markUnread(address)
        if let newest, count == 1 { try journal(seen: [newest.id], isRead: false, address) }
        return count
    }

    private func journal(seen ids: Set<Int>, isRead: Bool, _ address: Address) throws {
        let name = try contact(address)?.name ?? address.text
        let (unread, read) = (MessageStep.State(unread: ids), MessageStep.State(unread: []))
        try journal([
            MessageStep(address, called: name, before: isRead ? unread : read, after: isRead ? read : unread)
        ])
    }

    /// Restores the state of conversations before a change, or after it: all of them or none.
    ///
    /// - Returns: The number of imported messages that were removed.
    /// - Throws: `SMSLogFault.changedSince` if one was changed again meanwhile; `SMSLogFault.importIsOver` for the
    ///   repetition of an import; `JournalFault.lasting`.
    @discardableResult
    package func perform(_ step: JournalStep, _ entry: JournalEntry) throws -> Int {
        let command = entry.origin.command
        guard !entry.isLasting else { throw JournalFault.lasting(command) }
        setJournaled()
        let steps = entry.messageSteps
        let isOfMessages = steps.contains { $0.imported != nil }
        var removed = 0
        // A number may get one name after another from the parts of a file.
        for change in step == .undo ? steps.reversed() : steps.map(\.inverted) {
            if let numbers = change.imported {
                guard step == .undo else { throw SMSLogFault.importIsOver(command) }
                removed += try remove(imported: numbers)
                continue
            }
            let (before, after) = (change.before, change.after)
            let told = after.apart?.union(before.apart ?? [])
            // A name or a message since may have made another number lead.
            var state = MessageStep.State(leaders: after.leaders)
            if let told { state.apart = try apart().intersection(told) }
            if let people = after.people { state.people = try groups(of: Set(people.joined())) }
            if after.template != nil {
                state.template = MessageStep.Known(try templates().first { $0.name == change.name })
            }
            let marked = after.unread?.union(before.unread ?? [])
            if let marked {
                state.unread = Set(try marked.filter { try message($0).map { !$0.isRead } ?? false })
            }
            if let address = change.address {
                if after.marks != nil { state.marks = try marks(of: address) }
                if after.name != nil { state.name = MessageStep.Known(try givenName(of: address)) }
                if after.isUnnamed != nil { state.isUnnamed = try unnamed().contains(address) }
                if after.draft != nil { state.draft = MessageStep.Known(try draft(for: address)) }
            }
            if state != after {
                // Messages go whatever their people are called since.
                if isOfMessages { continue }
                throw SMSLogFault.changedSince(change.name, command: command)
            }
            if let people = before.people { try regroup(people) }
            for pair in told ?? [] { try setApart(before.apart?.contains(pair) == true, pair) }
            if let template = before.template { try setTemplate(template.value, named: change.name) }
            if let marked, let unread = before.unread {
                _ = try setRead(false, .numbers(unread.sorted()))
                _ = try setRead(true, .numbers(marked.subtracting(unread).sorted()))
            }
            guard let address = change.address else { continue }
            if let name = before.name { try setName(name.value, of: address) }
            for leader in before.leaders ?? [] { try lead(leader) }
            if let isUnnamed = before.isUnnamed { try setUnnamed(isUnnamed, address) }
            if let marks = before.marks { try setMarks(marks, of: address) }
            if let draft = before.draft { try setDraft(draft.value, for: address) }
        }
        return removed
    }

    /// Removes the messages of an import that are still there, a thousand at a time, and returns their number.
    ///
    /// They are not remembered as removed ones, which no file brings back.
    private func remove(imported numbers: ClosedRange<Int>) throws -> Int {
        var (next, removed) = (numbers.lowerBound, 0)
        while next <= numbers.upperBound {
            let some = Array(next...min(next + 999, numbers.upperBound))
            let present = try messages(.numbers(some), limit: some.count)
            try remove(.messages(present))
            removed += present.count
            next += some.count
        }
        return removed
    }
}
