// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
import Stores

/// What the panels and commands of one app share during one login: which data is shown, what is selected.
///
/// Made by the factory when a user first opens the app, released when that user logs out.
@MainActor
public protocol AppModel: AppLifecycle {
    /// Loads what the panels show now; called before a frame is drawn.
    func refresh() async throws
    /// How many things wait for the user, shown beside the app’s name; 0 shows nothing.
    var badge: Int { get }
    /// Loads what `badge` tells, after changes, while the app is hidden: its panels are loaded before it is seen.
    func refreshBadge() async throws
    /// The path within the app of what is open: `open 2` goes to the second link in it. Nil: nothing is open.
    var path: [String]? { get }
    /// What the user began and has not finished; told to them after a login.
    func unfinished() async throws -> [Unfinished]
    /// Whether what follows a command and its first word is to stand in something that is locked away: then a line that is
    /// not finished is never on the disk.
    func isSecret(_ command: String, _ word: String) async -> Bool
    /// What is to be said of a command’s text while somebody types it, such as how long it is; nil: nothing.
    func remark(on begun: BegunText) async -> LocalizedText?
    /// A value for each change of the app’s data, by this process or another.
    func changes() -> AsyncStream<Void>
}

extension AppModel {
    /// Loads what the panels show, and the badge with it.
    public func refreshBadge() async throws { try await refresh() }
    /// Nothing that has links is ever open.
    public var path: [String]? { nil }
    /// Nothing is locked away.
    public func isSecret(_ command: String, _ word: String) async -> Bool { false }
    /// Nothing is said of what is typed.
    public func remark(on begun: BegunText) async -> LocalizedText? { nil }
    /// Nothing is half done unless the app says so.
    public func unfinished() async throws -> [Unfinished] { [] }
}

/// Something of an app’s that is found by words, for the palette.
public struct Finding: Hashable, Sendable, Codable {
    /// What it is called.
    public let title: String
    /// What tells it from others of that name; nil where nothing does.
    public let detail: String?
    /// Where it is.
    public let place: Place

    /// Something in a place.
    public init(title: String, detail: String? = nil, place: Place) {
        self.title = title
        self.detail = detail
        self.place = place
    }
}

/// Something that the user began and has not finished.
public struct Unfinished: Hashable, Sendable {
    /// What a user knows it by.
    public let title: String
    /// The command that goes on with it, as somebody would type it.
    public let command: String

    /// Unfinished work with this title, which this command goes on with.
    public init(title: String, command: String) {
        self.title = title
        self.command = command
    }
}

/// What was made or taken back last, which is selected then.
@MainActor
package final class LatestChange {
    /// How often there was such a thing, what was changed, and what had been marked for it; nothing as soon as the user has
    /// turned to something else.
    package private(set) var latest: (count: Int, ids: [String], marked: [String]) = (0, [], [])
    /// What was marked for commands, by their runs.
    private var marked: [String: [String]] = [:]

    package init() {}

    /// A command has changed things.
    ///
    /// - Parameter isMade: Whether it has made what is selected from then on.
    package func add(_ ids: [String], isMade: Bool = false) {
        if !ids.isEmpty, ids != latest.ids { turnAway() }
        if let origin = Origin.current, let things = MarkedThings.current { marked[origin.run] = things.ids }
        if isMade { latest = (latest.count + 1, ids, []) }
    }

    /// What a run of a command has changed was taken back, or done again.
    package func add(_ ids: [String], of run: String) { latest = (latest.count + 1, ids, marked[run] ?? []) }

    /// Notes that the user has turned to something else.
    package func turnAway() { (latest.ids, latest.marked) = ([], []) }
}

/// Passes changes on to observers, of one source after the other, and those that a model makes itself.
///
/// Somebody who observes a model does not know that its things come from another store by now, or that what is selected
/// has to be loaded to be seen.
@MainActor
public final class ChangeRelay {
    private var observers: [AsyncStream<Void>.Continuation] = []
    private var passing: Task<Void, Never>?

    /// A relay without a source.
    public init() {}

    /// A stream of the changes of whatever source there is.
    ///
    /// - Parameter source: Where they come from, unless there is a source already.
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

    /// Tells that something is another by now.
    public func post() {
        observers.removeAll { if case .terminated = $0.yield() { true } else { false } }
    }
}

/// Counts beside what panels show: one count at a time, however often something changes.
@MainActor
package final class BackgroundCount {
    private var task: Task<Void, Never>?

    package init() {}

    /// Counts in place of what is being counted, and takes what came out, unless counting fails or another count takes
    /// its place.
    package func start<Count: Sendable>(
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
