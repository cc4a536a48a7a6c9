// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

/// Which notes are listed: read for the panel as somebody scrolls, and for printing.
extension NotesModel {
    /// Reads notes that are listed: those after one, or the first ones, in the order of the question.
    func load(after last: Note?, limit: Int) async throws -> [Note] {
        var question = question(found, limit: limit)
        question.after = last
        return try await service.find(question)
    }

    /// How many notes are listed; nil where counting them would take long.
    func total() async throws -> ListTotal? {
        switch scope {
        case .active: return ListTotal(counts.active)
        case .trash: return ListTotal(counts.trashed)
        case .matching:
            let question = question(found, limit: Self.mostCounted)
            guard try await canCount(question) else { return nil }
            let count = try await service.count(question)
            return ListTotal(count, isKnown: count < Self.mostCounted)
        }
    }

    /// Tells of the list that is shown.
    func list() async throws -> Reply {
        .onPanels(notices: try await skippedNotices()) { try await self.listInWords() }
    }

    private func listInWords() async throws -> Reply {
        let said = try await self.query()
        let listing = asked.asked(by: said)
        let shownCount = min(listing.limit ?? Self.page, 1_000_000)
        // One more than is shown tells whether there are more.
        let query = question(said, limit: shownCount + 1)
        let found = try await service.find(query)
        let shown = Array(found.prefix(shownCount))
        return NoteReplies.list(
            listing.isNewestLast ? shown.reversed() : shown, of: query,
            whenEmpty: whenEmpty, cut: found.count > shownCount ? try await cut(query, shownCount) : nil)
    }

    /// What a list of so many notes leaves out.
    private func cut(_ query: NoteQuery, _ shown: Int) async throws -> Records.Cut {
        var all = query
        // How many notes there are is known, and need not be counted.
        all.limit = query.filter == nil ? .max : Self.mostCounted
        let total = try await canCount(query) ? service.count(all) : all.limit
        guard total < all.limit else {
            return Records.Cut(total: nil, notice: Strings.listMoreUncounted(count: shown))
        }
        return Records.Cut(
            total: total,
            notice: query.sort == .newest
                ? Strings.listMore(count: shown, total: total) : Strings.listMoreSorted(count: shown, total: total))
    }

    /// Whether the notes that are meant are counted in a few milliseconds.
    ///
    /// Those of all words that start like one that is only begun would have to be collected first.
    private func canCount(_ query: NoteQuery) async throws -> Bool {
        guard query.filter?.hasBegunWord == true else { return true }
        return try await service.counts().active <= Self.mostCounted
    }

    /// What is said of an empty list: there may be notes, only none of those that were asked for.
    var whenEmpty: LocalizedText { if case .matching = scope { Strings.listNoMatch } else { Strings.listEmpty } }

    /// What must be said beside all notes: files of the folder that are not among them.
    private func skippedNotices() async throws -> [LocalizedText] {
        guard scope == .active, service.choice != .system else { return [] }
        let skipped = try await service.skippedFiles()
        let rest = skipped.count - Self.told
        return skipped.prefix(Self.told).map(\.sentence) + (rest > 0 ? [Strings.skippedMore(count: rest)] : [])
    }

    /// What is listed, as it was asked for.
    func query() async throws -> AskedQuery {
        switch scope {
        case .active: AskedQuery()
        case .trash: AskedQuery(isTrashed: true)
        case .matching(let text): try await service.query(text)
        }
    }

    /// The question for the store, of so many notes.
    private func question(_ query: AskedQuery, limit: Int) -> NoteQuery {
        var question = query.query(sort: asked.sort, limit: limit)
        question.limit = limit
        return question
    }
}
