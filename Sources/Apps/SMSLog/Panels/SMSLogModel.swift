import AtriumKit
import SMSLogLogic
import Session

/// What the panels and commands of the message log share: pages of what there is, never all of it.
@MainActor
package final class SMSLogModel: AppModel {
    /// How many messages a page has, and how many conversations a list, unless more are asked for.
    static let page = 50
    /// So many conversations are loaded at once.
    private static let part = 100

    let service: SMSLogService
    private(set) var conversations: [Conversation] = []
    /// Which conversations are listed.
    var kind = ConversationKind.all { didSet { if kind != oldValue { loaded = Self.part } } }
    /// How many conversations are loaded at most.
    private var loaded = SMSLogModel.part
    /// How many there are of each kind, where that is counted.
    private(set) var counts: [ConversationKind: Int] = [:]
    private(set) var contacts: [Contact] = []
    private(set) var thread: OpenThread?
    var tab = SMSLogTab.threads
    package private(set) var badge = 0
    private let reports: Task<Void, Never>

    init(service: SMSLogService) {
        self.service = service
        // A report that cannot be stored is lost, as if the gateway had not made it; the message can be sent again.
        reports = Task { try? await service.followReports() }
    }

    deinit { reports.cancel() }

    package func changes() -> AsyncStream<Void> { service.changes() }

    package func refresh() async throws {
        conversations = try await service.conversations(kind, limit: loaded)
        counts = try await service.conversationCounts() ?? [:]
        badge = try await service.unread()
        if tab == .contacts { contacts = try await service.contacts() }
        if let thread { self.thread?.messages = try await read(thread.address, thread.page, limit: thread.limit) }
    }

    /// Loads more conversations, where there may be more.
    func loadMore() async throws {
        guard conversations.count >= loaded else { return }
        loaded += Self.part
        try await refresh()
    }

    /// How many conversations are listed, as far as they were counted.
    var total: Int { max(counts[kind] ?? 0, conversations.count) }

    private func read(_ address: Address, _ page: Page, limit: Int) async throws -> [Message] {
        try await service.messages(with: address, page: page, limit: limit)
    }
}

// The open conversation
extension SMSLogModel {
    /// Opens a conversation at its newest page, or at the page that ends with `last`.
    ///
    /// What of it is shown then is marked as read by whoever shows it.
    func open(_ address: Address, upTo last: Message? = nil, limit: Int = SMSLogModel.page) async throws -> OpenThread {
        let page = last.map(Page.upTo) ?? .newest
        let messages = try await read(address, page, limit: limit)
        guard !messages.isEmpty else { throw SMSLogFault.unknownNumber(address.text) }
        let thread = OpenThread(address: address, limit: limit, page: page, messages: messages)
        self.thread = thread
        tab = .messages
        return thread
    }

    /// Marks messages as read that somebody has seen.
    func didShow(_ messages: [Message]) async {
        // A store that can only be read shows its conversations all the same.
        _ = try? await service.markRead(messages)
    }

    /// Turns to the page before this one.
    ///
    /// - Throws: `SMSLogFault.noOpenThread`, `SMSLogFault.nothingOlder`.
    func older() async throws -> OpenThread {
        try await turn(or: .nothingOlder) { $0.messages.first.map { .before(MessagePosition($0)) } }
    }

    /// Turns to the page after this one.
    ///
    /// - Throws: `SMSLogFault.noOpenThread`, `SMSLogFault.nothingNewer`.
    func newer() async throws -> OpenThread {
        try await turn(or: .nothingNewer) { $0.messages.last.map { .after(MessagePosition($0)) } }
    }

    private func turn(or fault: SMSLogFault, to page: (OpenThread) -> Page?) async throws -> OpenThread {
        guard var thread else { throw SMSLogFault.noOpenThread }
        guard let page = page(thread) else { throw fault }
        let messages = try await read(thread.address, page, limit: thread.limit)
        guard !messages.isEmpty else { throw fault }
        thread.page = page
        thread.messages = messages
        self.thread = thread
        tab = .messages
        return thread
    }
}
