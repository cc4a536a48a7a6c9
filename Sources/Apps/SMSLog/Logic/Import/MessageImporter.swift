// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// Stores the content of a file of messages, as it is read.
///
/// While one batch is being stored the next one is read. A batch is one transaction: the stored part of an import that
/// is cancelled or whose file breaks off stays. Between two batches others may write.
package struct MessageImporter {
    private let store: BatchStore
    /// The time zone of times that do not say theirs.
    package let timeZone: Zone
    /// The small files that wait to be stored together; `nil` if each file is stored by itself.
    package private(set) var waiting: WaitingFiles?

    init(store: any MessageStore, clock: any WallClock, isKeepingBytes: Bool = true, timeZone: Zone = .gmt) {
        self.store = BatchStore(store: store, clock: clock, isKeepingBytes: isKeepingBytes)
        self.timeZone = timeZone
    }

    /// The same importer, which keeps small files for a while to store many together.
    package func waiting(_ files: WaitingFiles) -> MessageImporter {
        var importer = self
        importer.waiting = files
        return importer
    }

    /// Whether the bytes of a part are stored already.
    package func hasBytes(_ digest: Digest) async throws -> Bool {
        try await store.store.read({ try $0.bytes(of: digest) }) != nil
    }

    /// Empty rows for a source to fill, with the user’s own numbers.
    package func rows() async throws -> ImportedRows {
        if let own = waiting?.own { return ImportedRows(own: own) }
        return ImportedRows(own: try await store.store.read { try $0.ownAddresses() })
    }

    /// Stores the files that wait.
    ///
    /// - Throws: `StoreFault`; nothing of them is stored then.
    package func storeWaiting() async throws {
        guard let waiting, !waiting.merges.isEmpty else { return }
        let merges = waiting.merges
        // A task of its own, as below.
        let (merged, _) = try await Task { [store] in try await store.merge(merges) }.value
        waiting.stored(zip(merges, merged).map { SavedRows($0.drafts, $1) })
    }

    /// Imports the rows of a source; calls `progress` with the number of bytes read after each batch.
    ///
    /// - Throws: `ImportFault` when there was nothing before the fault; `StoreFault` when nothing was stored.
    package func run(
        _ source: any ImportSource, progress: @Sendable (_ bytes: Int) async -> Void
    ) async throws -> ImportReport {
        let rows = source.rows
        var pace = BatchPace()
        var saved = SavedRows()
        var matched = MatchedMessages()
        var ending: ImportReport.Ending?
        var storing: Task<StoredBatch, any Error>?
        var lastEnd: Duration?

        func settle() async throws {
            guard let task = storing else { return }
            storing = nil
            do {
                let batch = try await task.value
                saved.add(batch.rows)
                matched = batch.matched
                pace.stored(batch.rows.count, in: batch.end - batch.start)
                lastEnd = batch.end
            } catch let fault as StoreFault where saved.batches > 0 {
                ending = .store(fault)
            }
            await progress(source.bytesRead)
        }
        func storeRows() async throws {
            try await settle()
            if case .store = ending { return }
            guard !rows.isEmpty else { return }
            // The files in front of it in the folder come first.
            try await storeWaiting()
            // Without a gap an import would have the lock again before another process has looked for it.
            if let lastEnd, pace.isPauseDue {
                let left = BatchPace.pause - (store.clock.elapsed - lastEnd)
                if left > .zero { try? await Task.sleep(for: left) }
                pace.paused()
            }
            let merge = rows.take(outside: matched)
            // A task of its own: a cancellation does not undo the batch being stored.
            storing = Task { [store] in try await store.save(merge) }
        }

        do {
            while await isReady(source), try source.step() {
                guard rows.drafts.count >= pace.messages || rows.weight >= BatchPace.bytes else { continue }
                guard !Task.isCancelled else { break }
                try await storeRows()
                if ending != nil { break }
            }
            if Task.isCancelled, ending == nil { ending = .cancelled }
        } catch let fault as ImportFault {
            if let first = source.firstFault, saved.batches == 0, storing == nil { throw first }
            let isNothing = rows.report.refusedCount == 0 && rows.isEmpty && storing == nil
            guard !isNothing || saved.batches > 0 else { throw fault }
            ending = .fault(fault)
        }
        var number: Int?
        if let waiting, ending != .cancelled, saved.batches == 0, storing == nil, !rows.isEmpty {
            let weight = rows.weight
            number = waiting.add(rows.take(outside: matched), weight: weight)
            await progress(source.bytesRead)
        } else if ending != .cancelled {
            try await storeRows()
        }
        try await settle()
        waiting?.own = rows.own

        var report = rows.report
        report.waiting = number
        report.saved = saved
        report.bytes = source.bytesRead
        report.line = source.line
        report.replacedCharacters = source.replacedCharacters + rows.replaced
        report.ending = ending
        return report
    }

    /// Waits for a pipe; false if the import is cancelled meanwhile.
    private func isReady(_ source: any ImportSource) async -> Bool {
        do { try await source.ready() } catch { return false }
        return true
    }
}

/// Stores rows, a batch in one transaction.
struct BatchStore: Sendable {
    /// The number of tries for a batch while others hold the lock; the store waits each time before it gives up.
    private static let attempts = 3

    let store: any MessageStore
    let clock: any WallClock
    /// Whether the bytes of parts are stored; a trial does without.
    let isKeepingBytes: Bool

    /// Stores the rows read since the batch before.
    func save(_ rows: MessageMerge) async throws -> StoredBatch {
        let (merged, start) = try await merge([rows])
        return StoredBatch(
            rows: SavedRows(rows.drafts, merged[0]), matched: merged[0].matched, start: start, end: clock.elapsed)
    }

    /// Stores rows in one transaction, and returns its start.
    func merge(_ merges: [MessageMerge]) async throws -> (merged: [MergedMessages], start: Duration) {
        let merges = isKeepingBytes ? merges : merges.map(\.withoutBytes)
        var attempt = 1
        while true {
            do {
                let start = clock.elapsed
                return (try await store.write { log in try log.merge(merges) }, start)
            } catch StoreFault.busy where attempt < Self.attempts {
                attempt += 1
            }
        }
    }
}

/// Small files of an import that wait to be stored in one transaction: of thousands of files, a transaction for each would
/// take longer than all else.
package final class WaitingFiles {
    /// More files do not wait, so that none is unknown for long whose import ends early.
    private static let most = 512

    /// Their rows, in order.
    fileprivate private(set) var merges: [MessageMerge] = []
    /// The user’s own numbers by all files so far; `nil` before the first.
    package var own: Set<Address>?
    private var messages = 0
    private var weight = 0
    /// The number of the first that waits.
    private var first = 0
    private var saved: [SavedRows] = []

    package init() {}

    /// Whether they are to be stored before another is read.
    package var isFull: Bool {
        merges.count >= Self.most || messages >= BatchPace.first || weight >= BatchPace.bytes
    }

    /// Adds a file, and answers its number.
    func add(_ merge: MessageMerge, weight: Int) -> Int {
        merges.append(merge)
        messages += merge.drafts.count + merge.contacts.count
        self.weight += weight
        return first + merges.count - 1
    }

    /// Keeps the results of the files that waited.
    func stored(_ rows: [SavedRows]) {
        (first, saved) = (first + merges.count, saved + rows)
        (merges, messages, weight) = ([], 0, 0)
    }

    /// The file with its result, if it waited.
    package func settled(_ file: ImportedFile) -> ImportedFile {
        guard case .success(var report) = file.result, let number = report.waiting, number < first else { return file }
        report.saved = saved[number]
        report.waiting = nil
        return ImportedFile(name: file.name, result: .success(report))
    }
}

extension MessageMerge {
    /// The same with nothing in place of the bytes of parts.
    fileprivate var withoutBytes: MessageMerge {
        let drafts = drafts.map { draft in
            var draft = draft
            draft.data = draft.data.mapValues { _ in [] }
            return draft
        }
        return MessageMerge(drafts: drafts, contacts: contacts, people: people, own: own, matched: matched)
    }
}

/// The rows of a file that wait to be stored, and the report on it.
package final class ImportedRows {
    /// Messages that were not taken yet.
    package private(set) var drafts: [MessageDraft] = []
    /// Contacts that were not taken yet.
    private var contacts: [Contact] = []
    /// The name of each number of the file’s contacts.
    private var names: [Address: String] = [:]
    /// The numbers of people with several of them that were not taken yet.
    private var people: [[Address]] = []
    /// The bytes of their texts and parts.
    package private(set) var weight = 0
    /// The counts so far.
    package var report = ImportReport()
    /// The user’s own numbers, as far as they are known.
    package private(set) var own: Set<Address>
    /// The number of characters of texts that no store takes, and that were replaced.
    package var replaced = 0
    /// The date of the message that was added last.
    package private(set) var lastDate: Timestamp?
    /// The origin of the contacts of a book.
    package var contactKind = ContactKind.local
    /// The date of the file, if it has one.
    package var madeAt: Timestamp?

    /// - Parameter own: Numbers that are known to be the user’s own.
    package init(own: Set<Address> = []) { self.own = own }

    /// Whether nothing waits.
    package var isEmpty: Bool { drafts.isEmpty && contacts.isEmpty && people.isEmpty }

    /// Adds a message.
    ///
    /// - Parameter line: The line on which it begins, or its number in a database, for a name that cannot be kept.
    package func append(_ draft: MessageDraft, line: Int) {
        var draft = draft
        replaced += draft.makeStorable()
        // It would name all other people without a known address.
        if draft.address == .unknown {
            if let name = draft.importedName {
                report.remark(RowRemark(line: line, reason: .missingNumber(name: name)))
            }
            draft.importedName = nil
        }
        draft.namedAt = madeAt ?? draft.namedAt
        weight += draft.content.utf8.count + draft.data.values.reduce(0) { $0 + $1.count }
        if draft.call != nil { report.calls += 1 }
        lastDate = draft.date
        drafts.append(draft)
    }

    /// Adds a contact.
    package func append(_ contact: Contact) {
        replaced += contact.name.zeros
        contacts.append(
            Contact(
                address: Address(stored: contact.address.text.storable), name: contact.name.storable,
                kind: contact.kind, workNumber: contact.workNumber?.storable))
    }

    /// The text of bytes in UTF-8; others are replaced, and counted.
    package func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let text = String(decoding: bytes, as: UTF8.self)
        replaced += text.unicodeScalars.count { $0 == "\u{FFFD}" }
        return text
    }

    /// Adds a person with several numbers; a single number or a group is ignored.
    package func append(person numbers: [Address]) {
        guard Set(numbers).count > 1, !numbers.contains(where: { $0.isEmpty || $0.isGroup }) else { return }
        people.append(numbers)
    }

    /// Adds numbers of the user’s own.
    package func know(own addresses: Set<Address>) { own.formUnion(addresses) }

    /// Adds a person’s name for each of their numbers, or refuses the row if it lacks either.
    package func appendContact(named name: String?, numbers: [(text: String, isWork: Bool)], line: Int) {
        let numbers = numbers.filter { !Address($0.text).isEmpty }
        guard let name, !numbers.isEmpty else {
            report.refuse(RefusedRow(line: line, reason: name == nil ? .missingName : .missingAddress))
            return
        }
        let work = numbers.first(where: \.isWork)?.text
        report.contacts += 1
        for number in numbers {
            let address = Address(number.text)
            // Many people may share a number at work.
            if let other = names.updateValue(name, forKey: address), other != name, !number.isWork {
                report.remark(
                    RowRemark(line: line, reason: .secondName(name, number: number.text, other: other)))
            }
            contacts.append(
                Contact(address: address, name: name, kind: contactKind, workNumber: number.isWork ? nil : work))
        }
    }

    /// Removes and returns the rows read since the last time.
    ///
    /// - Parameter matched: The messages that the rows before stand for.
    func take(outside matched: MatchedMessages = MatchedMessages()) -> MessageMerge {
        defer {
            drafts = []
            contacts = []
            people = []
            weight = 0
        }
        return MessageMerge(
            drafts: own.isEmpty ? drafts : drafts.map { $0.without(own) }, contacts: contacts, people: people, own: own,
            matched: matched)
    }
}

extension MessageDraft {
    /// Replaces U+0000 in all texts, and returns how many there were.
    fileprivate mutating func makeStorable() -> Int {
        func zeros(_ text: String?) -> Int { text?.zeros ?? 0 }
        // Without an array: each message of a file is asked.
        var count = content.zeros + rawAddress.zeros + zeros(importedName) + zeros(subject) + zeros(failure)
        count += zeros(details.sim) + zeros(details.centre) + zeros(details.networkID) + zeros(sender?.text)
        for part in parts { count += zeros(part.name) + part.contentType.zeros + zeros(part.text) }
        for participant in participants { count += participant.rawAddress.zeros }
        guard count > 0 else { return 0 }
        address = Address(stored: address.text.storable)
        sender = sender.map { Address(stored: $0.text.storable) }
        (content, rawAddress) = (content.storable, rawAddress.storable)
        (importedName, subject, failure) = (importedName?.storable, subject?.storable, failure?.storable)
        details.sim = details.sim?.storable
        details.centre = details.centre?.storable
        details.networkID = details.networkID?.storable
        parts = parts.map {
            MessagePart(
                name: $0.name?.storable, contentType: $0.contentType.storable, size: $0.size, digest: $0.digest,
                text: $0.text?.storable)
        }
        participants = participants.map { Participant($0.role, $0.rawAddress.storable) }
        poorer = poorer.map {
            PoorerReading(content: $0.content.storable, sender: $0.sender, attachments: $0.attachments)
        }
        return count
    }

    /// The same for its group without the user’s own numbers.
    fileprivate func without(_ own: Set<Address>) -> MessageDraft {
        guard address.isGroup else { return self }
        var draft = self
        draft.address = address.without(own)
        if draft.sender == draft.address { draft.sender = nil }
        return draft
    }
}

/// The size of the batches of an import, so that other writers need not wait for long.
struct BatchPace {
    /// The time for which a batch should hold the lock.
    static let target = Duration.milliseconds(250)
    /// The pause for other writers before the lock would have been held for longer: a little longer than those that
    /// wait take to look again (`BusyTimeout`).
    static let pause = Duration.milliseconds(6)
    /// The maximum number of bytes of text in one batch, give or take a chunk of the file.
    static let bytes = 8 << 20
    /// The bounds of `messages`; with too few of them the time goes into commits, and into the sums of conversations, which
    /// each batch writes once: on a busy server a third of it.
    ///
    /// A chunk more than the most stays below 16,384, from which on an array takes twice the memory.
    static let range = 4096...16_000
    /// The number of messages in the first batch, which shows how long the others take.
    static let first = 1024

    /// The number of messages in the next batch, give or take a chunk of the file.
    private(set) var messages = first
    /// The time that a message took in each of the last batches.
    private var costs: [Duration] = []
    /// The time for which the lock was held since other writers could last take it.
    private var held = Duration.zero

    /// Whether others are to have that time before the next batch.
    var isPauseDue: Bool { held + (costs.last ?? .zero) * messages > Self.target }

    /// Others had the time to take the lock.
    mutating func paused() { held = .zero }

    /// Adapts to a batch: the next one grows or shrinks towards the target, by twice at most.
    ///
    /// Only the fastest of the last few batches counts: others may have spent their time waiting for the lock, which
    /// smaller ones would not shorten.
    mutating func stored(_ count: Int, in time: Duration) {
        held += time
        guard count > 0 else { return }
        costs = costs.suffix(3) + [time / count]
        let cost = costs.min() ?? .zero
        let wished = cost > .zero ? Self.target / cost : .infinity
        let next = min(max(wished, Double(count) / 2), Double(count) * 2)
        messages = Int(min(max(next, Double(Self.range.lowerBound)), Double(Self.range.upperBound)))
    }
}

/// A file of messages that is read a piece at a time, in any format.
package protocol ImportSource: AnyObject {
    /// The rows that were read and not taken yet.
    var rows: ImportedRows { get }
    /// The number of bytes read.
    var bytesRead: Int { get }
    /// The line that was read last.
    var line: Int { get }
    /// The number of characters that could not be read, and were replaced.
    var replacedCharacters: Int { get }
    /// The fault before all others, which best explains a file without any rows.
    var firstFault: ImportFault? { get }

    /// Waits for a pipe.
    ///
    /// - Throws: `CancellationError`.
    func ready() async throws

    /// Reads on; false at the end.
    ///
    /// - Throws: `ImportFault`, after which nothing more can be read.
    func step() throws -> Bool
}

extension ImportSource {
    package var replacedCharacters: Int { 0 }
    package var firstFault: ImportFault? { nil }

    /// At once.
    package func ready() async throws {}
}
