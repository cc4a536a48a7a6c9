// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// The way of a message out, each step of which is one transaction.
extension MessageDAO {
    /// Stores a message to send, which may wait for a gateway.
    ///
    /// - Parameters:
    ///   - date: The earliest date of sending.
    ///   - isDraft: Whether it is the draft to its address, which is then removed.
    /// - Returns: Its number.
    /// - Throws: `SMSLogFault.nothingSendsLater` for one that waits for its time if there is no gateway.
    package func add(
        outgoing draft: MessageDraft, key: String, from date: Timestamp, isDraft: Bool = false
    ) throws -> Int {
        if draft.handover == .scheduled, try gateways().isEmpty { throw SMSLogFault.nothingSendsLater }
        if isDraft { try setDraft(nil, for: draft.address) }
        try bringBack(for: [draft], areOfFile: false)
        let id = try insertJoining(draft)
        if try !gateways().isEmpty { try setQueueEntry(QueueEntry(key: key, date: date), of: id) }
        try journal(lasting: draft.address)
        return id
    }

    /// Sends a message again that was not sent, that may have been sent, or that failed; one that waits for another try
    /// goes at once.
    ///
    /// - Returns: False if a gateway has the message, or is receiving it.
    package func sendAgain(_ id: Int, key: String, from date: Timestamp) throws -> Bool {
        guard let message = try message(id) else { return false }
        let again = StatusChange(
            to: .pending, from: [.pending, .failed], handover: .waiting,
            after: message.status == .failed ? [.waiting, .taken] : [.waiting, .scheduled, .doubtful])
        guard try change(id, again) != nil else { return false }
        if message.progress == .scheduled, message.date > date {
            // A message sent before its time is placed at its sending; a file from before knows it by that time.
            try update([.remembered(message), .date(date, of: id)])
        }
        let gateways = try gateways()
        var entry = QueueEntry(key: key, date: date)
        if message.progress == .kept, let old = try queueEntry(of: id) {
            entry = old
            entry.retry = nil
        }
        try setQueueEntry(gateways.isEmpty ? nil : entry, of: id)
        if var first = gateways.first, first.retry != nil {
            first.retry = nil
            try put(first)
        }
        return true
    }

    /// Marks a message whose sending is in doubt as sent, as the user says.
    package func settle(_ id: Int) throws -> Bool {
        let sent = StatusChange(to: .sent, from: [.pending], handover: .taken, after: [.doubtful])
        guard try change(id, sent) != nil else { return false }
        try setQueueEntry(nil, of: id)
        return true
    }

    /// Begins to hand a message over to a gateway, which from then on may have it.
    ///
    /// - Parameter dayEnd: The end of today, for a gateway with a daily limit.
    /// - Returns: The message; `nil` if another process was faster, it is not its turn any more, or the gateway has had
    ///   its messages for today.
    package func claim(_ id: Int, for gateway: String, at now: Timestamp, dayEnd: Timestamp) throws -> (
        message: Message, entry: QueueEntry
    )? {
        var given = try self.gateway(gateway)
        guard given?.limit.opens(after: now) == nil else { return nil }
        guard var entry = try queueEntry(of: id), entry.date <= now, entry.retry ?? now <= now,
            let message = try change(
                id, StatusChange(to: .pending, from: [.pending], handover: .begun, after: [.waiting, .scheduled]))
        else { return nil }
        entry.gateway = gateway
        try setQueueEntry(entry, of: id)
        given?.limit.add(at: now, dayEnds: dayEnd)
        if let given { try put(given) }
        return (message, entry)
    }

    /// Uncounts a message that a gateway has not taken.
    private func takeBack(from name: String?) throws {
        guard let name, var gateway = try gateway(name) else { return }
        gateway.limit.takeBack()
        try put(gateway)
    }

    /// Records that the gateway has taken a message; its reports give the status.
    ///
    /// A pause that the gateway had after failures is over, and its next failure is the first one.
    package func accept(_ id: Int, as reference: String) throws {
        if let name = try queueEntry(of: id)?.gateway, let gateway = try gateway(name), gateway.failures > 0 {
            try put(gateway.reached)
        }
        // A status other than pending if a report was faster than the receipt.
        for status in [SendStatus.pending, .sent, .delivered, .failed] {
            let taken = StatusChange(
                to: status, from: [status], handover: .taken, after: [.begun], reference: reference)
            if try change(id, taken) != nil { return }
        }
    }

    /// Puts a message back that the gateway does not have.
    ///
    /// - Parameter retry: The date of the next try; `nil`: as soon as the gateway takes messages.
    package func putBack(_ id: Int, retry: Timestamp?, reason: String) throws {
        guard var entry = try queueEntry(of: id) else { return }
        let waiting = StatusChange(to: .pending, from: [.pending], handover: .waiting, after: [.begun])
        guard try change(id, waiting) != nil else { return }
        try takeBack(from: entry.gateway)
        entry.gateway = nil
        entry.reason = reason
        entry.retry = retry
        if retry != nil { entry.failures += 1 }
        try setQueueEntry(entry, of: id)
    }

    /// Records that the gateway never takes a message.
    package func refuse(_ id: Int, reason: String) throws {
        let failed = StatusChange(
            to: .failed, from: [.pending], handover: .waiting, after: [.begun], failure: reason)
        guard try change(id, failed) != nil else { return }
        try takeBack(from: try queueEntry(of: id)?.gateway)
        try setQueueEntry(nil, of: id)
    }

    /// Marks as doubtful whether the gateway has a message: the user has to decide.
    package func doubt(_ id: Int, reason: String) throws {
        let doubtful = StatusChange(
            to: .pending, from: [.pending], handover: .doubtful, after: [.begun], failure: reason)
        _ = try change(id, doubtful)
    }

    /// Stores the status of a message, unless it is already further.
    ///
    /// - Parameter date: The date of the status, which is kept for one that has arrived.
    /// - Returns: The message; `nil` if nothing changes.
    package func report(
        _ id: Int, _ status: SendStatus, reason: String? = nil, at date: Timestamp
    ) throws -> Message? {
        let sources: Set<SendStatus> = status == .sent ? [.pending] : [.pending, .sent]
        let change = StatusChange(to: status, from: sources, failure: reason)
        guard let message = try self.change(id, change) else { return nil }
        if status == .delivered, let details = try details(of: id),
            let update = MessageUpdate(of: message, details, arrivedAt: date)
        {
            try self.update(message, update)
        }
        // No more reports are expected.
        if status == .delivered || status == .failed { try setQueueEntry(nil, of: id) }
        return message
    }

    /// Stores a gateway’s report by a call, in any order, late and several times.
    ///
    /// - Parameters:
    ///   - reference: The key under which it was handed over.
    ///   - date: The date of that status.
    /// - Returns: False for an unknown message.
    package func report(
        on reference: String, of gateway: String, _ status: SendStatus, reason: String? = nil, at date: Timestamp
    ) throws -> Bool {
        // The report may be faster than the receipt.
        let id =
            try messages(.reference(reference), limit: 1).first?.id
            ?? queue().first { $0.entry.key == reference && $0.entry.gateway == gateway }?.id
        guard let id, try message(id)?.direction == .outgoing else { return false }
        // Handed over anew meanwhile, under another key: a report on the former one is no news.
        if let entry = try queueEntry(of: id), entry.key != reference || entry.gateway != gateway { return true }
        // A gateway that reports on a message has it, whatever its answer was.
        let taken = StatusChange(
            to: .pending, from: [.pending], handover: .taken, after: [.begun, .doubtful], reference: reference)
        _ = try change(id, taken)
        _ = try report(id, status, reason: reason, at: date)
        return true
    }

    /// Changes a gateway.
    ///
    /// - Throws: `SMSLogFault.unknownGateway` if there is none of this name; what the body throws.
    package func change(gateway name: String, _ body: (inout Gateway) throws -> Void) throws {
        guard var gateway = try gateway(name) else { throw SMSLogFault.unknownGateway(name) }
        try body(&gateway)
        try put(gateway)
    }

    /// Records why nothing can listen for the calls of a gateway, or that it does.
    package func note(deaf reason: String?, of name: String) throws {
        guard var gateway = try gateway(name), gateway.deaf != reason else { return }
        gateway.deaf = reason
        try put(gateway)
    }

    /// Stores a message that came in by a gateway, once.
    ///
    /// - Parameters:
    ///   - reference: The gateway’s name for it, the same each time.
    ///   - earlier: The names of earlier forms of it, which it replaces.
    /// - Returns: Its number; `nil` for one that is there, or that the user has removed.
    package func receive(
        _ draft: MessageDraft, as reference: String, completing earlier: [String] = []
    ) throws -> Int? {
        guard try messages(.reference(reference), limit: 1).isEmpty else { return nil }
        let pieces = try earlier.flatMap { try messages(.reference($0), limit: 1) }
        if let first = pieces.min(by: { $0.id < $1.id }) {
            try remove(.messages(pieces.filter { $0.id != first.id }))
            _ = try change(first.id, StatusChange(to: first.status, from: [first.status], reference: reference))
            guard first.content != draft.content else { return nil }
            try update(
                [.text(first.id, from: first.identity, to: draft)]
                    + (first.date == draft.date ? [] : [.date(draft.date, of: first.id)])
                    + [.seen(false, .numbers([first.id]))])
            return first.id
        }
        guard try match([draft], .removed, outside: MatchedMessages())[0] == nil else { return nil }
        try bringBack(for: [draft], areOfFile: false)
        let id = try insertJoining(draft)
        _ = try change(id, StatusChange(to: draft.status, from: [draft.status], reference: reference))
        return id
    }

    /// The gateways’ names for the messages from the sender of a draft within a span of its date.
    package func references(near draft: MessageDraft, within span: Duration) throws -> [String] {
        var near = MessageFilter()
        near.conversations = Set(try spellings(of: draft.address))
        near.direction = .incoming
        near.dates = draft.date + (.zero - span)..<draft.date + span + .milliseconds(1)
        let ids = try find(near, after: nil, limit: .max).map(\.id)
        let contents = try contents(of: ids)
        return ids.compactMap { contents[$0]?.background.reference }
    }

    /// Adds a gateway behind the others.
    ///
    /// - Returns: False if there is one of this name.
    package func add(_ gateway: Gateway) throws -> Bool {
        let others = try gateways()
        guard !others.contains(where: { $0.name == gateway.name }) else { return false }
        var gateway = gateway
        gateway.position = (others.map(\.position).max() ?? -1) + 1
        try put(gateway)
        return true
    }

    /// Puts a gateway in front of the others: it sends from now on.
    ///
    /// - Throws: As `change(gateway:_:)`.
    package func prefer(_ name: String) throws {
        let front = try gateways().map(\.position).min() ?? 0
        try change(gateway: name) { $0.position = front - 1 }
    }

    /// Removes a gateway; waiting messages go out by the next one, or are kept if there is none.
    ///
    /// Messages that it has, or may have, stay as they are: it reports no more on them.
    ///
    /// - Throws: As `change(gateway:_:)`.
    package func removeGateway(_ name: String) throws {
        guard try gateway(name) != nil else { throw SMSLogFault.unknownGateway(name) }
        try setGateway(nil, named: name)
        let isLast = try gateways().isEmpty
        for message in try queue() {
            switch message.handover {
            case .begun where message.entry.gateway == name: try doubt(message.id, reason: name)
            case .taken where message.entry.gateway == name: try setQueueEntry(nil, of: message.id)
            case .waiting where isLast: try setQueueEntry(nil, of: message.id)
            case .scheduled where isLast:
                try setQueueEntry(nil, of: message.id)
                let kept = StatusChange(to: .pending, from: [.pending], handover: .waiting, after: [.scheduled])
                _ = try change(message.id, kept)
            default: break
            }
        }
    }
}
