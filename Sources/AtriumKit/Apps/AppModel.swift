// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

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
