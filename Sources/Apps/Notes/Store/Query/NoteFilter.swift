import Session
import Systems

/// Which notes are meant.
package indirect enum NoteFilter: Hashable, Sendable {
    /// Those with these words, as `SearchQuery` reads them.
    case words(String)
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

    /// Whether these words have a letter or a digit that can be looked for.
    package static func canFind(_ words: String) -> Bool { !SearchQuery(words).isEmpty }

    /// Whether a note is meant: what each store’s own query language must answer too.
    func matches(_ note: Note) -> Bool {
        let tokens = SearchText.tokens(of: note.content)
        return matches(note, words: tokens, labels: Set(IndexToken.all(of: note)))
    }

    private func matches(_ note: Note, words: [String], labels: Set<String>) -> Bool {
        switch self {
        case .words(let query): return SearchQuery(query).matches(words)
        case .created(let times): return times.contains(note.createdAt)
        case .not(let filter): return !filter.matches(note, words: words, labels: labels)
        case .all(let filters): return filters.allSatisfy { $0.matches(note, words: words, labels: labels) }
        case .any(let filters): return filters.contains { $0.matches(note, words: words, labels: labels) }
        default: return token.map(labels.contains) ?? false
        }
    }

    /// The token of the index that says the same; nil for what is no single token.
    var token: String? {
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
        case .words(let words): [words]
        case .all(let filters), .any(let filters): filters.flatMap(\.soughtWords)
        default: []
        }
    }
}
