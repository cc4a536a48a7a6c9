// SPDX-License-Identifier: GPL-3.0-or-later

package import Search
package import Session

/// Which notes are meant.
package indirect enum NoteFilter: Hashable, Sendable {
    /// Those with these words.
    case words(SearchQuery)
    /// Those with this tag.
    case tag(String)
    /// Those in this notebook or one within it.
    case notebook(String)
    /// Those that are pinned.
    case pinned
    /// Tasks that are not done.
    case todo
    /// Tasks that are done.
    case done
    /// Those with a link to this.
    case linking(LinkTarget)
    /// Those made within these times.
    case created(Range<Timestamp>)
    /// Those that another filter does not mean.
    case not(NoteFilter)
    /// Those that all of these mean; without any, every note.
    case all([NoteFilter])
    /// Those that one of these means.
    case any([NoteFilter])

    /// Those with these words, as `SearchQuery` reads them.
    package static func words(_ text: String) -> NoteFilter { .words(SearchQuery(text)) }

    /// Whether these words have a letter or a digit that can be looked for.
    package static func canFind(_ words: String) -> Bool { !SearchQuery(words).isEmpty }

    /// Whether a note is meant: what each store’s own query language must answer too.
    package func matches(_ note: Note) -> Bool {
        var tokens = NoteTokens(note)
        return matches(&tokens)
    }

    private func matches(_ tokens: inout NoteTokens) -> Bool {
        switch self {
        case .words(let query): return tokens.have(query)
        case .created(let times): return times.contains(tokens.note.createdAt)
        case .not(let filter): return !filter.matches(&tokens)
        case .all(let filters):
            for filter in filters where !filter.matches(&tokens) { return false }
            return true
        case .any(let filters):
            for filter in filters where filter.matches(&tokens) { return true }
            return false
        default: return token.map { tokens.labels.contains($0) } ?? false
        }
    }

    /// How many bytes the shortest beginning of words has that it asks for; nil when it asks for whole words only.
    package var shortestPrefix: Int? {
        switch self {
        case .words(let query): query.shortestPrefix
        case .not(let filter): filter.shortestPrefix
        case .all(let filters), .any(let filters): filters.compactMap(\.shortestPrefix).min()
        default: nil
        }
    }

    /// Whether it asks for words that are only begun.
    package var hasBegunWord: Bool { shortestPrefix != nil }

    /// The filter without the words that are only begun: it means all that this one means, and more; nil where nothing
    /// is left of it.
    package var whole: NoteFilter? {
        switch self {
        case .words(let query): return query.whole.map(NoteFilter.words)
        case .not(let filter): return filter.shortestPrefix == nil ? self : nil
        case .all(let filters):
            let whole = filters.compactMap(\.whole)
            return whole.isEmpty ? nil : .all(whole)
        case .any(let filters):
            let whole = filters.compactMap(\.whole)
            return whole.isEmpty || whole.count < filters.count ? nil : .any(whole)
        default: return self
        }
    }

    /// The dates that this filter asks for, whatever else it does; nil for any.
    package var times: Range<Timestamp>? {
        switch self {
        case .created(let times): times
        case .all(let filters): filters.lazy.compactMap(\.times).first
        default: nil
        }
    }

    /// The token of the index that says the same; nil for what is no single token.
    package var token: String? {
        switch self {
        case .tag(let name): IndexToken.tag(name)
        case .notebook(let name): IndexToken.notebook(name)
        case .pinned: IndexToken.pinned
        case .todo: IndexToken.todo
        case .done: IndexToken.done
        case .linking(let target): IndexToken.link(target)
        default: nil
        }
    }

    /// The words that are looked for, those after “not” left out: what is marked in a result.
    package var soughtWords: [String] {
        switch self {
        case .words(let query): [query.text]
        case .all(let filters), .any(let filters): filters.flatMap(\.soughtWords)
        default: []
        }
    }
}
