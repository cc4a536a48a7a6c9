// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumStores
internal import __NAME__Logic

/// The state that the app’s panels and commands share: the service, and the open __thing__.
@MainActor
package final class __NAME__Model: AppModel {
    let service: __NAME__Service
    /// The number of __things__.
    private(set) var count = 0
    /// The number of __things__ that are not done, beside the app’s name.
    package private(set) var badge = 0
    /// The latest change, which is selected.
    let latest = LatestChange()
    /// The __thing__ that is open.
    var opened: __Item__?
    /// The most __things__ that are listed; nil for all.
    private(set) var limit: Int?
    /// The part of all this that is read.
    var reading = PanelReading<__Item__Change, __Item__>()

    init(service: __NAME__Service) { self.service = service }

    package func refresh() async throws {
        let changes = reading.listen { service.changes() }
        if !changes.isEmpty {
            count = try await service.count()
            badge = try await service.openCount()
            reading.touchList()
        }
        // Another process may have changed or removed it.
        if let __item__ = opened, !changes.isEmpty {
            do { opened = try await service.__item__(__item__.id) } catch __NAME__Fault.unknown__Item__ {
                opened = nil
            }
        }
        reading.didRead()
    }

    /// Lists all __things__, or the newest `limit`.
    func showAll(limit: Int? = nil) {
        opened = nil
        latest.turnAway()
        self.limit = limit
    }

    package func changes() -> AsyncStream<Void> { service.changes().notices }
}

extension __NAME__Model: JournalModel {
    package func journal() async throws -> [JournalEntry] { try await service.journal() }

    package func subject(of entries: [JournalEntry]) -> LocalizedText {
        .listing(entries.flatMap(\.changed__Items__).map(\.title)) { LocalizedText(verbatim: $0) }
    }

    package func perform(_ step: JournalStep, _ context: CommandContext) async throws -> Reply {
        let entries = try await service.perform(step)
        guard let origin = entries.first?.origin else { throw step.nothingLeft }
        let changes = entries.flatMap(\.changed__Items__).map { step == .undo ? $0.reversed : $0 }
        latest.add(changes.compactMap { $0.after.map { String($0.id) } }, of: origin.run)
        let sentence =
            step == .undo ? Strings.undone(command: origin.command) : Strings.redone(command: origin.command)
        return .message(sentence, Fact("command", .text(origin.command)))
    }
}
