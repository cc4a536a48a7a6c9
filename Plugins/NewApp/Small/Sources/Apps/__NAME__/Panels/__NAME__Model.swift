// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
internal import AtriumSession
package import AtriumStores
internal import AtriumSystems
internal import AtriumTerminal

/// The state that the app’s panels and commands share.
@MainActor
package final class __NAME__Model: AppModel {
    let store: ValueStore<__Item__>
    /// Everything, the oldest first.
    private(set) var all: [__Item__] = []
    /// The words that are searched; empty for everything.
    var words = ""
    /// The latest change, which is selected.
    let latest = LatestChange()

    init(store: ValueStore<__Item__>) { self.store = store }

    /// What the list shows, the newest first.
    var listed: [__Item__] { all.reversed().filter { words.isEmpty || completion(of: $0).fits(words) } }

    /// The number and the title, by which it is found.
    func completion(of __item__: __Item__) -> Completion {
        Completion(text: String(__item__.id), description: __item__.title)
    }

    package func refresh() async throws { all = try await store.all() }
    package var badge: Int { all.count { !$0.isDone } }
    package func changes() -> AsyncStream<Void> { store.changes() }
}

extension __NAME__Model: JournalModel {
    package func journal() async throws -> [JournalEntry] { try await store.journal() }

    package func subject(of entries: [JournalEntry]) -> LocalizedText {
        let changes = entries.flatMap { ValueStore<__Item__>.changes(of: $0) }
        return .listing(changes.compactMap { $0.after?.title ?? $0.before?.title }) { LocalizedText(verbatim: $0) }
    }

    package func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply {
        let (command, changes) = try await store.perform(step)
        latest.add(changes.compactMap { $0.after.map { String($0.id) } }, isMade: true)
        let sentence = step == .undo ? Strings.undone(command: command) : Strings.redone(command: command)
        return .message(sentence, Fact("command", .text(command)))
    }
}
