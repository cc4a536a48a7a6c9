// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
import AtriumStores

/// The common state of one app’s panels and commands during one login: the displayed data, the selection.
///
/// Made by the factory when a user first opens the app, released when that user logs out.
@MainActor
public protocol AppModel: AppLifecycle {
    /// Loads what the panels show now.
    ///
    /// Called before the panels are drawn after a command, and after each value of `changes()` while the app is in
    /// front. Two calls never overlap. Reads only what has changed: `PanelReading` keeps account of that. A pipe or a
    /// script without panels does not call it, so a command reads for itself what it needs.
    ///
    /// - Throws: `StoreFault`, or another error; the shell shows it, and the panels stay as they were.
    func refresh() async throws
    /// The number of items that wait for the user, shown beside the app’s name; 0 shows nothing.
    var badge: Int { get }
    /// Loads what `badge` tells, after changes, while the app is hidden: its panels are loaded before it is seen.
    ///
    /// - Throws: As `refresh`; the badge stays as it was.
    func refreshBadge() async throws
    /// The path of the open item within the app: `open 2` goes to the second link in it; `nil` if nothing is open.
    var path: [String]? { get }
    /// The unfinished work of the user, which is reported after a login.
    ///
    /// - Throws: `StoreFault`.
    func unfinished() async throws -> [UnfinishedWork]
    /// Whether the text after a command and its first word is to be stored encrypted: then an unfinished line is
    /// never on the disk.
    func isSecret(_ command: String, _ word: String) async -> Bool
    /// The remark on a command’s text while it is typed, such as its length; `nil` for none.
    func remark(on begun: BegunText) async -> LocalizedText?
    /// A value for each change of the app’s data, by this process or another.
    ///
    /// The stream ends with the login; a model with a store returns `notices` of its `ChangeObserver`.
    func changes() -> AsyncStream<Void>
}

/// The defaults of a model.
extension AppModel {
    /// Does nothing: everything is in memory.
    public func refresh() async throws {}
    /// Nothing waits for the user.
    public var badge: Int { 0 }
    /// Data changes by the app’s own commands alone, after which its panels are drawn anew.
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    /// Loads what the panels show, and the badge with it.
    public func refreshBadge() async throws { try await refresh() }
    /// No item with links is ever open.
    public var path: [String]? { nil }
    /// Nothing is locked away.
    public func isSecret(_ command: String, _ word: String) async -> Bool { false }
    /// There are no remarks on typed text.
    public func remark(on begun: BegunText) async -> LocalizedText? { nil }
    /// Nothing is half done.
    public func unfinished() async throws -> [UnfinishedWork] { [] }
}

/// An item of an app that is found by words, for the palette.
public struct Finding: Hashable, Sendable, Codable {
    /// Its title.
    public let title: String
    /// The detail that distinguishes it from others with that title; `nil` for none.
    public let detail: String?
    /// Its place.
    public let place: Place

    /// Something in a place.
    public init(title: String, detail: String? = nil, place: Place) {
        self.title = title
        self.detail = detail
        self.place = place
    }
}

/// Something that the user began and has not finished.
public struct UnfinishedWork: Hashable, Sendable {
    /// The title that the user knows.
    public let title: String
    /// The command that continues it, as the user would type it.
    public let command: String

    /// Unfinished work with this title, which this command goes on with.
    public init(title: String, command: String) {
        self.title = title
        self.command = command
    }
}

/// The latest created or undone items, which are selected then.
@MainActor
public final class LatestChange {
    /// The number of such changes so far, the changed items, and the items that were marked for it; empty once the
    /// user has turned to something else.
    public private(set) var latest: (count: Int, ids: [String], marked: [String]) = (0, [], [])
    /// The items that were marked for commands, by their runs.
    private var marked: [String: [String]] = [:]

    /// A count of nothing yet.
    public init() {}

    /// Records the items that a command has changed.
    ///
    /// - Parameters:
    ///   - ids: The items’ identities in lists.
    ///   - isMade: Whether it has made the item that is selected from then on.
    public func add(_ ids: [String], isMade: Bool = false) {
        if !ids.isEmpty, ids != latest.ids { turnAway() }
        if let origin = Origin.current, let things = MarkedThings.current { marked[origin.run] = things.ids }
        if isMade { latest = (latest.count + 1, ids, []) }
    }

    /// Records the items of a command’s run that was undone or redone.
    public func add(_ ids: [String], of run: String) { latest = (latest.count + 1, ids, marked[run] ?? []) }

    /// Notes that the user has turned to something else.
    public func turnAway() { (latest.ids, latest.marked) = ([], []) }
}

/// Passes changes on to observers, of one source after the other, and changes that a model makes itself.
///
/// An observer of a model does not know that its items now come from another store, or that the selection
/// has to be loaded to be seen.
@MainActor
public final class ChangeRelay {
    private var observers: [AsyncStream<Void>.Continuation] = []
    private var passing: Task<Void, Never>?

    /// A relay without a source.
    public init() {}

    /// A stream of the changes of the present source.
    ///
    /// - Parameter source: The source of the changes, unless there is one already.
    public func changes(of source: @autoclosure () -> AsyncStream<Void>) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        observers.append(continuation)
        if passing == nil { pass(source()) }
        return stream
    }

    /// Another source; that it came is a change too.
    public func turn(to source: @autoclosure () -> AsyncStream<Void>) {
        guard passing != nil else { return }
        pass(source())
        post()
    }

    deinit { passing?.cancel() }

    private func pass(_ source: AsyncStream<Void>) {
        passing?.cancel()
        passing = Task { [weak self] in
            for await _ in source { self?.post() }
        }
    }

    /// Notifies observers of a change.
    public func post() {
        observers.removeAll { if case .terminated = $0.yield() { true } else { false } }
    }
}

/// Counts beside what panels show: one count at a time, however often something changes.
@MainActor
public final class BackgroundCount {
    private var task: Task<Void, Never>?

    /// A counter without a count.
    public init() {}

    /// Starts a count in place of the present one, and takes its result, unless counting fails or another one replaces
    /// it.
    public func start<Count: Sendable>(
        _ count: @escaping @Sendable () async throws -> Count, take: @escaping @MainActor (Count) -> Void
    ) {
        let before = task
        before?.cancel()
        task = Task {
            await before?.value
            guard !Task.isCancelled, let counted = try? await count(), !Task.isCancelled else { return }
            take(counted)
        }
    }

    /// Returns when nothing is being counted any more.
    package func settle() async { await task?.value }
}
