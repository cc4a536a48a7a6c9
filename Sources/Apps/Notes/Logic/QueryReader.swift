// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
package import AtriumSession
import Foundation

/// Reads the query language of notes.
///
///     milk -tag:done ("oat milk" OR soy) in:shopping is:todo date:2026-01..2026-03 sort:due limit:20 @weekend
///
/// `QueryTree` reads the terms; `@name` is a saved query, and `#tag` is a tag. A word before a colon that is not a key
/// is a mistake, unless an address of the web begins so. The last word finds all that start with it, as in
/// `SearchQuery`; the others, and those behind `-`, are whole words.
package struct QueryReader {
    private let now: DueTime
    private var today: Day { now.day }
    private let timeZone: Zone
    private let saved: [String: String]
    private var query = AskedQuery()
    /// Deep enough for any use, and an end to a query that names itself.
    private static let deepest = 8

    package init(now: Timestamp, timeZone: Zone, saved: [SavedQuery] = []) {
        self.now = DueTime(now, in: timeZone)
        self.timeZone = timeZone
        self.saved = Dictionary(saved.map { (NameKey.of($0.name), $0.query) }) { first, _ in first }
    }

    /// The meaning of a query.
    ///
    /// - Throws: `QueryFault`; `NotesFault.unknownSavedQuery`, `NotesFault.badTerm`.
    package mutating func read(_ text: String) throws -> AskedQuery {
        query = AskedQuery()
        query.filter = try filter(of: text, depth: 0)
        return query
    }

    /// The first term that looks like an option of a command; what begins with a quotation mark does not.
    package static func option(in query: String) -> String? {
        QueryTerm.terms(of: query).map(\.text).first { $0.hasPrefix("--") }
    }

    /// Whether a text has terms that are more than words, or parentheses around it.
    package static func isQuery(_ text: String) -> Bool {
        let isGroup = text.hasSuffix(")") && (text.hasPrefix("(") || text.hasPrefix("-("))
        return isGroup
            || QueryTerm.terms(of: text).contains { term in
                term.savedName != nil || term.tagName != nil || term.key.flatMap(QueryKey.init) != nil
            }
    }

    private mutating func filter(of text: String, depth: Int) throws -> NoteFilter? {
        let tree = try QueryTree(whole: text)
        let lastWord = tree.terms.indices.last {
            tree.terms[$0].isWord && !tree.isLeftOut($0) && NoteFilter.canFind(tree.terms[$0].value)
        }
        var reading = Reading(lastWord: lastWord, depth: depth)
        let filter = try filter(of: .all(tree.conditions), &reading)
        if filter == nil, reading.saysNothing { throw QueryFault.emptyQuery(text) }
        return filter
    }

    /// The reading of one text.
    private struct Reading {
        /// The place of the word that may be only begun; `nil` for none.
        let lastWord: Int?
        /// The number of saved queries around the text.
        let depth: Int
        /// The number of terms read.
        var count = 0
        /// Whether there was a word without a letter or a digit.
        var saysNothing = false
    }

    private mutating func filter(of condition: QueryCondition, _ reading: inout Reading) throws -> NoteFilter? {
        switch condition {
        case .term(let term): return try filter(of: term, &reading)
        case .not(let condition):
            try check(condition)
            return try filter(of: condition, &reading).map { .not($0) }
        case .any(let conditions):
            try check(condition)
            let found = try conditions.compactMap { try filter(of: $0, &reading) }
            return found.count > 1 ? .any(found) : found.first
        case .all(let conditions):
            let found = try conditions.compactMap { try filter(of: $0, &reading) }
            return found.count > 1 ? .all(found) : found.first
        }
    }

    /// Order, number and trash are of the whole query: they are no alternatives.
    private func check(_ condition: QueryCondition) throws {
        if let term = condition.terms.first(where: isOfWholeQuery) { throw QueryFault.notAlternative(term.text) }
    }

    /// Whether a term says something of the whole query: by itself, or by a saved one that it names.
    private func isOfWholeQuery(_ term: QueryTerm) -> Bool {
        var names: Set<String> = []
        var terms = [term]
        while let next = terms.popLast() {
            if next.isOfWholeQuery { return true }
            // Each once: a query may name itself.
            guard let key = next.savedName.map(NameKey.of), names.insert(key).inserted, let text = saved[key] else {
                continue
            }
            terms += QueryTerm.terms(of: text)
        }
        return false
    }

    private mutating func filter(of term: QueryTerm, _ reading: inout Reading) throws -> NoteFilter? {
        let isLastWord = reading.count == reading.lastWord
        reading.count += 1
        if let name = term.savedName {
            guard let text = saved[NameKey.of(name)] else { throw NotesFault.unknownSavedQuery(name) }
            guard reading.depth < Self.deepest else { throw NotesFault.badTerm(term.text) }
            let wasTrashed = query.isTrashed
            let filter = try filter(of: text, depth: reading.depth + 1)
            guard !term.isNegated || query.isTrashed == wasTrashed else { throw NotesFault.badTerm(term.text) }
            return turned(filter, term)
        }
        if let tag = term.tagName { return turned(.tag(tag), term) }
        if let key = term.key, let filter = try filter(of: key, term) { return turned(filter.meant, term) }
        let words = term.key == nil ? term.value : "\(term.key ?? "") \(term.value)"
        guard NoteFilter.canFind(words) else {
            reading.saysNothing = true
            return nil
        }
        return turned(.words(isLastWord ? words : term.wholeWords), term)
    }

    private func turned(_ filter: NoteFilter?, _ term: QueryTerm) -> NoteFilter? {
        term.isNegated ? filter.map { .not($0) } : filter
    }

    /// The filter of a key; `nil` for an unknown key, `meant` `nil` for a key that is no filter.
    private mutating func filter(of word: String, _ term: QueryTerm) throws -> (meant: NoteFilter?, Void)? {
        let value = term.value
        // The beginning of an address, or a word with a colon behind it.
        if QueryKey(rawValue: word) == nil, value.isEmpty || value.hasPrefix("//") { return nil }
        let key = try QueryKey(word, of: term)
        switch key {
        case .tag, .in:
            guard !value.isEmpty else { throw key.fault(of: term) }
            let name = value.trimmingPrefix("#").trimmingCharacters(in: .whitespaces)
            guard key == .in else { return (.tag(name), ()) }
            let notebook = NotebookName.normal(name)
            guard !notebook.isEmpty else { throw key.fault(of: term) }
            return (.notebook(notebook), ())
        case .is:
            switch value.lowercased() {
            case "pinned": return (.pinned, ())
            case "todo": return (.todo, ())
            case "done": return (.done, ())
            case "overdue": return (.overdue(at: now), ())
            case "untagged": return (.not(.tagged), ())
            case "orphan": return (.orphaned, ())
            case "conflict": return (.conflicting, ())
            case "trashed":
                query.isTrashed = try key.ofWhole(true, term)
                return (nil, ())
            default: throw key.fault(of: term)
            }
        case .has:
            switch value.lowercased() {
            case "attachment", "attachments": return (.attached, ())
            case "link", "links": return (.linked, ())
            case "task", "tasks": return (.tasked, ())
            default: throw key.fault(of: term)
            }
        case .prop:
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard !name.isEmpty, parts.count == 1 || NoteFilter.canFind(String(parts[1])) else {
                throw key.fault(of: term)
            }
            return (.property(name, value: parts.count > 1 ? String(parts[1]) : nil), ())
        case .date, .modified, .due:
            guard let span = DateSpan(value, today: today) else { throw key.fault(of: term) }
            if key == .due { return (.due(DueTime(span.days.lowerBound)..<DueTime(span.days.upperBound)), ()) }
            let times = span.times(in: timeZone)
            return (key == .date ? .created(times) : .modified(times), ())
        case .sort:
            guard let sort = NoteSort(rawValue: value.lowercased()) else { throw key.fault(of: term) }
            query.sort = try key.ofWhole(sort, term)
            return (nil, ())
        case .limit:
            query.limit = try key.number(of: term)
            return (nil, ())
        }
    }
}

/// The words before a colon that a query knows.
package enum QueryKey: String, QueryKeys {
    case tag
    /// A notebook.
    case `in`
    /// A state of a note: pinned, a task, without tags.
    case `is`
    /// A part of a note: attachments, links, tasks.
    case has
    /// A property, which another program has given it.
    case prop
    /// The time of its creation.
    case date
    /// The time of the last change of its text.
    case modified
    /// The due time.
    case due
    /// The order.
    case sort
    /// The most notes.
    case limit

    /// The possible words after the colon, if there are few.
    package var words: [String] {
        switch self {
        case .tag, .in, .prop, .limit: []
        case .is: ["pinned", "todo", "done", "overdue", "trashed", "untagged", "orphan", "conflict"]
        case .has: ["attachment", "link", "task"]
        case .date, .modified, .due: DateSpan.words
        case .sort: NoteSort.allCases.map(\.rawValue)
        }
    }

    /// Terms as they can be written.
    package var examples: [String] {
        switch self {
        case .tag: ["tag:work"]
        case .in: ["in:work"]
        case .prop: ["prop:author", "prop:author=ana"]
        case .limit: ["limit:20"]
        case .is, .has, .sort: words.map(term)
        case .date, .modified, .due: DateSpan.examples.map(term)
        }
    }
}

// The meaning of a term for notes.
extension QueryTerm {
    /// Whether it says something of the whole query, and nothing of a note by itself.
    var isOfWholeQuery: Bool {
        key == "sort" || key == "limit" || key == "is" && value.lowercased() == "trashed"
    }

    /// Whether it is a word that notes must have, and neither a phrase nor the name of a saved query.
    var isWord: Bool { key == nil && !isQuoted && !isNegated && savedName == nil && tagName == nil }

    /// The name of a tag that stands here as in a text: `#trip`; `nil` for anything else.
    var tagName: String? {
        guard key == nil, !isQuoted, value.hasPrefix("#"), TagText.tags(in: value).count == 1,
            let name = TagText.tags(in: value).first, name.utf8.count == value.utf8.count - 1
        else { return nil }
        return name
    }

    /// The name of a saved query that stands here; `nil` for anything else.
    var savedName: String? {
        key == nil && !isQuoted && value.hasPrefix("@") && value.count > 1 ? String(value.dropFirst()) : nil
    }
}
