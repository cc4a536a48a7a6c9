// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumStores
import SMSLogLogic

/// The state that the panels and commands of the message log share: pages of the log, never all of it.
@MainActor
package final class SMSLogModel: AppModel {
    /// The number of messages on a page, and of conversations in a printed list, unless more are requested.
    static let page = 50

    /// The log that is shown and changed.
    private(set) var service: SMSLogService
    /// The user’s own, while that of a file is looked at.
    var own: SMSLogService?
    /// Opens a log of the user.
    let openLog: (MessageStoreChoice) throws -> SMSLogService
    /// The kind of the listed conversations, and their maximum number.
    var kind = ConversationKind.all
    var limit = Int.max
    /// The number of conversations of each kind, if they are counted.
    var counts: [ConversationKind: Int] = [:]
    private(set) var contacts: [Contact] = []
    /// The most contacts that are listed.
    var contactLimit = Int.max
    private var hasContacts = false
    /// The people who are likely one, while they are listed in place of the contacts, and their maximum number.
    var suggested: (people: [SuggestedPerson], limit: Int)?
    /// The reading of these lists.
    var reading = PanelReading<MessageChange, Conversation>()
    /// The list that was read with everything else, until the list asks for it.
    private var listed: MessagesSnapshot.List?
    private(set) var thread: OpenThread? { didSet { threadRevision += 1 } }
    /// The selection of the list, and its loaded part.
    private var selected: SelectedThread?
    private var preview: (of: SelectedThread, thread: OpenThread)? { didSet { threadRevision += 1 } }
    /// The number of changes of either.
    private(set) var threadRevision = 0
    let relay = ChangeRelay()
    var tab = SMSLogTab.threads
    /// The query, while its results are listed, and their maximum number.
    var found: (query: String, limit: Int)?
    /// The number of searches.
    var visit = 0
    /// The number of results, once they were counted.
    var foundTotal: ListTotal??
    /// The reading of the search results, its day, and the results until the list asks for them.
    var readingFound = PanelReading<MessageChange, FoundThing>()
    var foundDay: Day?
    var listedFound: MessagesSnapshot.Found?
    /// The background counts of search results and conversations, which may take long.
    let counting = BackgroundCount()
    let countingConversations = BackgroundCount()
    private var unread = 0
    /// The number of messages that wait for the user; messages in a file or an archive do not wait.
    package var badge: Int { service.origin.isInService ? unread : 0 }
    /// The last change.
    let latestChange = LatestChange()
    private let attendance: Task<Void, Never>?
    let stores: any MessagePlaces

    /// - Parameters:
    ///   - session: The session of the log’s user, with the settings.
    ///   - stores: The stores that the user can choose.
    ///   - attends: Whether gateways are asked from time to time without a command.
    ///   - openLog: Opens the log in a store.
    /// - Throws: The errors of `openLog`.
    init(
        for session: UserSession, among stores: any MessagePlaces, attends: Bool,
        openLog: @escaping (MessageStoreChoice) throws -> SMSLogService
    ) throws {
        self.stores = stores
        let choice = MessageStoreChoice(of: session)
        service = try openLog(choice)
        self.openLog = openLog
        // Only this one sends, whichever is shown.
        let sending = choice == .system ? service : try openLog(.system)
        // Messages that arrive by themselves are no change of the command that opens the log.
        attendance = attends ? Task { await Origin.$current.withValue(nil) { await Self.attend(sending) } } : nil
    }

    deinit { attendance?.cancel() }

    package func willAppear() async {
        // A store that can only be read has its conversations as they are.
        try? await service.people.joinAtFirst()
    }

    package func changes() -> AsyncStream<Void> { relay.changes(of: service.changes().notices) }

    package func refreshBadge() async throws {
        if service.origin.isInService { unread = try await service.unread() }
    }

    package func refresh() async throws {
        let changes = reading.listen { service.changes() }
        touchFound(after: changes)
        let request = request(after: changes)
        let snapshot = try await service.snapshot(request)
        if let sums = snapshot.sums {
            (counts, unread) = (sums.conversations ?? [:], sums.unread)
            if sums.conversations == nil { countConversations() }
        }
        if let contacts = snapshot.contacts { (self.contacts, hasContacts) = (contacts, true) }
        if let people = snapshot.suggestions, let listed = suggested { suggested = (people, listed.limit) }
        if let found = snapshot.thread, let thread, thread.address == request.thread?.address,
            thread.messages.first == request.thread?.first
        {
            let refreshed = thread.refreshed(found)
            // Without messages it is no conversation any more.
            self.thread = refreshed.messages.isEmpty ? nil : refreshed
            if self.thread == nil, tab == .messages { tab = .threads }
        }
        if let found = snapshot.preview, let asked = request.preview { take(found, for: asked) }
        listed = snapshot.list
        take(snapshot.found)
        reading.didRead()
        readingFound.didRead()
    }

    /// The request for the parts of the panels that may be stale.
    private func request(after changes: Changes<MessageChange>) -> MessagesRequest {
        let shown = StaleMessages.ShownList(
            thread: thread?.address, messages: Set(thread?.messages.map(\.id) ?? []),
            newest: reading.asking.map { Set($0.loaded.map(\.last.id)) })
        let stale = StaleMessages(after: changes, of: shown)
        if stale.contains(.contacts) { hasContacts = false }
        if stale.contains(.list) { reading.touchList() }
        var request = MessagesRequest()
        request.sums = stale.contains(.sums)
        request.contacts = tab == .contacts && !hasContacts
        request.suggestions = request.contacts && suggested != nil
        if stale.contains(.thread) { request.thread = thread?.request }
        request.preview = previewRequest(after: changes)
        request.list = reading.unread.map { MessagesRequest.List(kind: kind, after: $0.after, limit: $0.limit) }
        request.found = foundRequest()
        return request
    }

    /// The request for the part of the selected conversation that is not loaded, or stale; `nil` for none.
    private func previewRequest(after changes: Changes<MessageChange>) -> MessagesRequest.Thread? {
        guard tab == .threads, let selected else { return nil }
        guard let preview, preview.of == selected else { return selected.request(Self.page) }
        let shown = StaleMessages.ShownList(
            thread: selected.address, messages: Set(preview.thread.messages.map(\.id)))
        return StaleMessages(after: changes, of: shown).contains(.thread) ? preview.thread.request : nil
    }

    /// Keeps the read part of the selected conversation, unless another is selected meanwhile.
    private func take(_ found: MessagesSnapshot.Thread, for request: MessagesRequest.Thread) {
        guard let selected, selected.address == request.address else { return }
        if let preview, preview.of == selected, request == preview.thread.request {
            self.preview = (selected, preview.thread.refreshed(found))
        } else if request == selected.request(Self.page) {
            self.preview = (selected, OpenThread(found, of: selected.address, upTo: selected.last, limit: Self.page))
        }
    }

    /// Reads conversations that are listed: those after one, or the first ones.
    func conversations(_ kind: ConversationKind, after last: Conversation?, limit: Int) async throws -> [Conversation] {
        defer { listed = nil }
        // Read with everything else that is shown.
        if let listed, listed.request == MessagesRequest.List(kind: kind, after: last, limit: limit) {
            return listed.conversations
        }
        return try await service.conversations(kind, after: last, limit: limit)
    }

    private func read(_ address: Address, _ page: Page, limit: Int) async throws -> [Message] {
        try await service.messages(with: address, page: page, limit: limit)
    }
}

// Which log is shown
extension SMSLogModel {
    /// Shows a log in place of the one before, from the beginning.
    func turn(to log: SMSLogService) {
        service = log
        (thread, selected, preview, found, suggested, listed) = (nil, nil, nil, nil, nil, nil)
        (kind, limit, tab) = (.all, .max, .threads)
        (counts, contacts, hasContacts, foundTotal, listedFound) = ([:], [], false, nil, nil)
        (reading, readingFound) = (PanelReading(), PanelReading())
        latestChange.turnAway()
        relay.turn(to: log.changes().notices)
    }
}

// The conversation that is read
extension SMSLogModel {
    /// The conversation beside the list: the open one, or in the list of conversations the selected one.
    var regarded: OpenThread? {
        guard tab == .threads, let selected else { return thread }
        return preview.flatMap { $0.of == selected ? $0.thread : nil }
    }

    /// The same for a text that may answer it.
    var view: AddressedText.View? {
        regarded.map { AddressedText.View(address: $0.address, name: $0.name, isOpened: tab == .messages) }
    }

    /// Sets the selection of the list, and loads it.
    func select(_ selection: SelectedThread?) {
        guard selection != selected else { return }
        selected = selection
        if selection != nil, tab == .threads { relay.post() }
    }

    /// Shows a tab; that of the messages opens the selected conversation if none is open.
    func show(_ tab: SMSLogTab) async throws {
        if tab == .messages, thread == nil, let selected {
            _ = try await open(selected.address, upTo: selected.last)
        } else {
            select(tab)
        }
    }

    /// Shows the list of conversations again, with the open one still beside it; beside another list it goes.
    func closeThread() {
        guard tab == .threads || tab == .messages else {
            thread = nil
            return relay.post()
        }
        tab = .threads
        guard let thread, thread.isAtEnd, let selected, selected.address == thread.address, selected.last == nil
        else { return relay.post() }
        preview = (selected, thread)
    }

    /// Opens a conversation at its newest page, or at the page that ends with `last`.
    ///
    /// The caller that shows it marks the shown messages as read.
    func open(_ address: Address, upTo last: Message? = nil, limit: Int = SMSLogModel.page) async throws -> OpenThread {
        var request = MessagesRequest()
        request.thread = MessagesRequest.Thread(address: address, first: nil, limit: limit, newest: limit, last: last)
        guard let read = try await service.snapshot(request).thread else {
            throw SMSLogFault.unknownNumber(address.text)
        }
        return try open(read, upTo: last, limit: limit)
    }

    /// Opens the conversation that a word means, a number or a name, at its newest page.
    func open(_ word: String, limit: Int) async throws -> OpenThread {
        let read = try await service.newest(of: word, limit: limit)
        if read.messages.isEmpty, let contact = try await service.people.contact(read.leader) {
            throw SMSLogFault.noConversation(contact.name)
        }
        return try open(read, limit: limit)
    }

    private func open(_ read: MessagesSnapshot.Thread, upTo last: Message? = nil, limit: Int) throws -> OpenThread {
        guard !read.messages.isEmpty else { throw SMSLogFault.unknownNumber(read.leader.text) }
        let thread = OpenThread(read, of: read.leader, upTo: last, limit: limit)
        self.thread = thread
        tab = .messages
        // A message that was found is read in its conversation, beside the others.
        if last == nil { found = nil }
        return thread
    }

    /// A conversation with the names of the senders of its messages; only a group has several.
    private func named(_ thread: OpenThread) async throws -> OpenThread {
        guard !thread.senders.isEmpty else { return thread }
        var thread = thread
        thread.names = try await service.people.names(of: thread.senders)
        return thread
    }

    /// Marks messages as read that the user has seen.
    func didShow(_ messages: [Message]) async {
        // A store that can only be read shows its conversations all the same.
        await Waiting.$isOver.withValue(true) { _ = try? await service.markRead(messages) }
    }

    /// Turns to the page before this one.
    ///
    /// - Throws: `SMSLogFault.noOpenThread`, `SMSLogFault.nothingOlder`.
    func older() async throws -> OpenThread {
        try await turn(or: .nothingOlder) { $0.before }
    }

    /// Turns to the page after this one.
    ///
    /// - Throws: `SMSLogFault.noOpenThread`, `SMSLogFault.nothingNewer`.
    func newer() async throws -> OpenThread {
        try await turn(or: .nothingNewer) { $0.after }
    }

    private func turn(or fault: SMSLogFault, to page: (OpenThread) -> Page?) async throws -> OpenThread {
        guard var thread = regarded else { throw SMSLogFault.noOpenThread }
        guard let page = page(thread) else { throw fault }
        let messages = try await read(thread.address, page, limit: thread.limit)
        guard !messages.isEmpty else { throw fault }
        thread.messages = messages
        thread.isAtEnd = false
        thread.reached = nil
        if case .before = page { thread.isAtStart = messages.count < thread.limit } else { thread.isAtStart = false }
        thread = try await named(thread)
        self.thread = thread
        tab = .messages
        return thread
    }

    /// Loads the messages before or behind the loaded ones of the shown conversation, unless another one is shown
    /// meanwhile; false if there are none.
    func loadMessages(_ edge: PanelEdge) async throws -> Bool {
        guard let read = regarded else { return false }
        let moved = try await named(edge == .start ? read.withOlder(self.read) : read.withNewer(self.read))
        guard take(moved, after: read) else { return false }
        return moved.messages.first?.id != read.messages.first?.id || moved.messages.last?.id != read.messages.last?.id
    }

    /// Loads the messages around the nearest match beyond the loaded ones, unless another conversation is shown
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - edge: The end of the conversation towards which to search.
    ///   - isWhole: Whether to search all messages, from the other end on.
    /// - Returns: The number of that message; `nil` if there is none.
    func loadMessage(
        _ edge: PanelEdge, isWhole: Bool, where isSought: @escaping @Sendable (Message) -> Bool
    ) async throws -> Int? {
        guard let read = regarded else { return nil }
        guard
            let start = isWhole ? Page.first(towardsStart: edge == .start) : edge == .start ? read.before : read.after,
            let sought = try await service.nearest(with: read.address, start, where: isSought)
        else { return nil }
        guard !read.messages.contains(where: { $0.id == sought.id }) else { return sought.id }
        return take(try await named(read.around(sought, self.read)), after: read) ? sought.id : nil
    }

    /// Shows other messages of the shown conversation; false if another one is shown now.
    private func take(_ moved: OpenThread, after read: OpenThread) -> Bool {
        guard regarded?.address == read.address, regarded?.messages.first == read.messages.first else { return false }
        if let selected, tab == .threads { preview = (selected, moved) } else { thread = moved }
        return true
    }
}

// Work without a command.
extension SMSLogModel {
    /// The interval at which gateways are asked for messages, and waiting ones are tried again.
    private static let pause = Duration.seconds(30)

    /// Asks gateways and sends waiting messages, from time to time, until the task is cancelled.
    static func attend(_ service: SMSLogService) async {
        while true {
            do { try await Task.sleep(for: pause) } catch { return }
            // A failure is tried again, and reported by the next command that sends.
            try? await service.gateways.work()
        }
    }
}

/// The changes made by commands.
extension SMSLogModel: JournalModel {
    func mark(_ marking: ConversationMarking, _ addresses: [Address]) async throws -> [Conversation] {
        let conversations = try await service.mark(marking, addresses)
        latestChange.add(conversations.map(\.address.text))
        return conversations
    }

    /// Stores a contact, which is selected from then on.
    func save(_ contact: Contact) async throws {
        try await service.people.save(contact)
        latestChange.add([contact.address.text], isMade: true)
    }

    /// Selects the conversation of a message that a command has made, or opens it in place of another one.
    func didMakeMessage(with address: Address) async {
        latestChange.add([address.text], isMade: true)
        if tab == .messages, let thread, thread.address != address { _ = try? await open(address) }
    }

    package func journal() async throws -> [JournalEntry] { try await service.journal() }

    package func subject(of entries: [JournalEntry]) -> LocalizedText {
        let steps = Self.steps(of: entries)
        if let imported = Self.imported(by: steps) { return Strings.changedMessages(count: imported) }
        let names = Set(steps.filter { $0.subject == nil }.map(\.name))
        if let name = names.first {
            return names.count == 1 ? LocalizedText(verbatim: name) : Strings.changedConversations(count: names.count)
        }
        let subjects = steps.compactMap(\.subject)
        if case .store(let name)? = subjects.first { return LocalizedText(verbatim: name) }
        let messages = Set(subjects.compactMap { if case .messages(let ids) = $0 { ids } else { nil } }.joined())
        if let id = messages.first {
            return messages.count == 1 ? Strings.changedMessage(id: id) : Strings.changedMessages(count: messages.count)
        }
        return subjects.contains(.gateways) ? Strings.changedGateways : Strings.changedMany
    }

    package func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply {
        let (entries, removed) = try await service.perform(step)
        guard let first = entries.first else { throw step.nothingLeft }
        let command = first.origin.command
        let steps = Self.steps(of: step == .undo ? entries.reversed() : entries)
        latestChange.add(steps.compactMap(\.address?.text), of: first.origin.run)
        let facts = [Fact("numbers", .list(steps.compactMap(\.address).map { .text($0.text) }))]
        if Self.imported(by: steps) != nil {
            let text = Strings.undoneImport(count: removed, command: command)
            return .message(text, Fact("messages", .number(removed)))
        }
        let text =
            switch (step, steps.count) {
            case (.undo, 1) where steps[0].address == nil:
                Strings.undoneTemplate(command: command, name: steps[0].name)
            case (.redo, 1) where steps[0].address == nil:
                Strings.redoneTemplate(command: command, name: steps[0].name)
            case (.undo, 1): Strings.undone(command: command, name: steps[0].name)
            case (.undo, let count): Strings.undoneSeveral(command: command, count: count)
            case (.redo, 1): Strings.redone(command: command, name: steps[0].name)
            case (.redo, let count): Strings.redoneSeveral(command: command, count: count)
            }
        return Reply(.message(text, facts: facts))
    }

    /// The number of messages that files brought; `nil` for other changes.
    private static func imported(by steps: [MessageStep]) -> Int? {
        let imported = steps.compactMap(\.imported)
        return imported.isEmpty ? nil : imported.reduce(0) { $0 + $1.count }
    }

    private static func steps(of entries: [JournalEntry]) -> [MessageStep] { entries.flatMap(\.messageSteps) }
}
