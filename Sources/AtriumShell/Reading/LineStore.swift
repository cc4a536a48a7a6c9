// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal

/// The lines that are typed, for each user and app: the one that is not finished, which outlives the program however it
/// ends, and those before.
@MainActor
final class LineStore {
    private let coordinator: Coordinator
    private let reader: CommandReader
    private let drafts: LineDrafts
    /// The typed lines so far; answers to prompts are not among them.
    private var histories: [String: CommandHistory] = [:]

    /// Removes a list of lines that is kept for later processes.
    var onHistoryForgotten: (@MainActor (_ name: String) -> Void)?
    /// Keeps such a list under another name.
    var onHistoryMoved: (@MainActor (_ name: String, _ new: String) -> Void)?

    /// - Parameters:
    ///   - reader: The reader of the lines.
    ///   - draftsFolder: The folder of unfinished lines; `nil`: in memory only.
    init(coordinator: Coordinator, reader: CommandReader, draftsFolder: String?) {
        self.coordinator = coordinator
        self.reader = reader
        drafts = LineDrafts(folder: draftsFolder)
    }

    /// The name under which lines of the current app are kept; `nil`: no user is logged in.
    var name: String? {
        guard let session = coordinator.login.session else { return nil }
        let (user, app) = (session.user, coordinator.current)
        if let known, known.user == user, known.app == app, known.userName == session.name { return known.name }
        let name = Self.name(of: user, session.name, in: app)
        known = (user, session.name, app, name)
        return name
    }

    /// The last name: each line asks for it several times.
    private var known: (user: UserID, userName: String, app: AppID, name: String)?

    /// The line that is being typed in the current app.
    var draft: LineDraft {
        get { name.map { drafts[$0] } ?? LineDraft() }
        set { if let name { drafts[name] = newValue } }
    }

    /// Whether a line goes into something that is locked away, so that the disk must not have it.
    private func isSecret(_ line: String) async -> Bool {
        guard !coordinator.isCovered, let (id, command, word) = reader.beginning(of: line) else { return false }
        if coordinator.current != id { coordinator.openAll() }
        guard let app = coordinator.openApps.first(where: { $0.id == id }) else { return false }
        return await app.model.isSecret(command, word)
    }

    /// Keeps an unfinished line under a name; in memory only if it is secret, and nowhere if it may hold a
    /// password.
    func keep(_ draft: LineDraft, as name: String) async {
        guard !draft.text.isEmpty, !reader.mayHoldSecret(draft.text) else { return drafts[name] = LineDraft() }
        if await isSecret(draft.text) { drafts.hold(draft, as: name) } else { drafts[name] = draft }
    }

    /// The line that is being typed under a name: while it is typed, another app may become the current one.
    subscript(name: String) -> LineDraft {
        get { drafts[name] }
        set { drafts[name] = newValue }
    }

    /// The lines that the user typed in the current app, the oldest first.
    var history: CommandHistory { name.flatMap { histories[$0] } ?? CommandHistory() }

    /// Adds a typed line; before a login there is no user’s history for it.
    func append(_ line: String) {
        guard !line.isEmpty, let name else { return }
        histories[name, default: CommandHistory()].append(line)
    }

    /// Forgets everything that a user typed in an app.
    func forget(_ user: UserID, _ userName: String, in app: AppID) {
        let name = Self.name(of: user, userName, in: app)
        histories[name] = nil
        onHistoryForgotten?(name)
        drafts.forget(name)
    }

    /// Keeps everything that a user typed in an app under the user’s new name.
    func move(_ user: UserID, from former: String, to userName: String, in app: AppID) {
        let (old, new) = (Self.name(of: user, former, in: app), Self.name(of: user, userName, in: app))
        if let lines = histories.removeValue(forKey: old) { histories[new] = lines }
        let draft = drafts[old]
        if !draft.text.isEmpty { drafts[new] = draft }
        drafts.forget(old)
        onHistoryMoved?(old, new)
    }

    /// The key of a user’s edited texts: with the user’s number, so that no user ever gets another’s.
    static func owner(_ user: UserID, _ name: String) -> String { "\(user.rawValue)-\(name)" }

    private static func name(of user: UserID, _ name: String, in app: AppID) -> String {
        "\(owner(user, name))-\(app)"
    }
}

/// The lines that a user typed, numbered from 1; the newest are kept.
struct CommandHistory {
    /// The most lines that are kept.
    static let limit = 10_000

    /// The lines that are kept, the oldest first, each with its number.
    var entries: [(number: Int, line: String)] {
        lines.enumerated().map { (count - lines.count + $0 + 1, $1) }
    }

    /// The number of all lines.
    private(set) var count = 0
    private var lines: [String] = []

    /// Adds a line.
    mutating func append(_ line: String) {
        count += 1
        lines.append(line)
        // Not one by one, which would move all of them each time.
        if lines.count >= 2 * Self.limit { lines.removeFirst(lines.count - Self.limit) }
    }
}
