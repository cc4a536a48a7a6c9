// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
package import AtriumSession
import NoteFormats
public import NotesLogic

/// The commands of Notes.
@MainActor
enum NotesCommands {
    static let all =
        reading + linking + writing + organising + labelling + days + remembering + unfinished + protecting + attaching
        + exchange
}

extension NotesCommands {
    /// A note, before something else.
    nonisolated static let id = Parameter.word(
        "id", as: NoteReference.self, values: .item("note"), summary: Strings.parameterId)
    /// A note, to the end of the line.
    nonisolated static let note = Parameter.name(
        "id", as: NoteReference.self, values: .item("note"), summary: Strings.parameterId)
    /// Notes, one or more, before something else.
    nonisolated static let ids = Parameter.several(
        "id", as: NoteSelection.self, values: .item("note"), summary: Strings.parameterIds
    ) { QueryReader.isQuery($0) }
    /// Notes, one or more, to the end of the line.
    nonisolated static let notes = Parameter.name(
        "id", as: NoteSelection.self, values: .item("note"), summary: Strings.parameterIds
    ).ofSeveral()
    /// A note, or with `@` one of its versions.
    nonisolated static let reference = Parameter.word(
        "id", as: NoteReference.self, values: .item("reference"), summary: Strings.parameterReference)
    /// The same, to the end of the line.
    nonisolated static let shown = Parameter.name(
        "id", as: NoteReference.self, values: .item("reference"), summary: Strings.parameterReference)
    /// A link of a note, or one of its attachments.
    nonisolated static let link = Parameter.word(
        "link", as: LinkReference.self, values: .item("link"), summary: Strings.parameterLink)
    /// Notes in the trash, one or more, to the end of the line.
    nonisolated static let trashed = Parameter.name(
        "id", as: NoteSelection.self, values: .item("trashed"), summary: Strings.parameterTrashed
    ).ofSeveral()

    /// The kinds of values that a note’s number is one of.
    nonisolated static func items(isTrashed: Bool) -> Set<String> {
        isTrashed ? trashedItems : noteItems
    }

    private nonisolated static let noteItems: Set = ["reference", "restorable", "note"]
    private nonisolated static let trashedItems: Set = ["reference", "restorable", "trashed"]

    /// A query, with all that it may be made of.
    nonisolated static func query(_ name: String, summary: LocalizedText) -> Parameter<String> {
        .query(name, values: .item("term"), summary: summary, terms: queryTerms).limited(by: QueryKey.hasLimit)
    }

    /// The notebook for a note.
    nonisolated static let notebookOption = Parameter.option(
        .word("in", placeholder: "NOTEBOOK", values: .item("notebook"), summary: Strings.optionIn))
    /// Skips the question.
    nonisolated static let yes = Parameter.flag("yes", summary: Strings.optionYes)

    /// The format of a file to read.
    nonisolated static let readFormat = Parameter.option(
        .choice(
            "format", ExchangeFormat.self, among: ExchangeFormat.ordered(ExchangeFormat.readable),
            summary: Strings.optionFormat))
    /// The format of a file to write.
    nonisolated static let writtenFormat = Parameter.option(
        .choice(
            "format", ExchangeFormat.self, among: ExchangeFormat.ordered(ExchangeFormat.writable),
            summary: Strings.optionFormat))

    private nonisolated static let queryTerms: [ParameterSpec.Term] =
        [
            .init("oat milk", Strings.queryWords), .init("\"oat milk\"", Strings.queryPhrase),
            .init("-TERM, NOT TERM", Strings.queryNot), .init("TERM OR TERM", Strings.queryAlternative),
            .init("(TERM OR TERM) TERM", Strings.queryGroup),
        ] + QueryKey.allCases.flatMap(\.terms) + [.init("@NAME", Strings.queryNamed)]
}

extension QueryKey {
    /// The description of the key.
    var summary: LocalizedText {
        switch self {
        case .tag: Strings.queryTag
        case .in: Strings.queryIn
        case .is: Strings.queryIs
        case .has: Strings.queryHas
        case .prop: Strings.queryProp
        case .date: Strings.queryDate
        case .modified: Strings.queryModified
        case .due: Strings.queryDue
        case .sort: Strings.querySort
        case .limit: Strings.queryLimit
        }
    }

    /// The accepted terms.
    fileprivate var terms: [ParameterSpec.Term] {
        switch self {
        case .tag: [.init("tag:NAME", summary)]
        case .in: [.init("in:NOTEBOOK", summary)]
        case .limit: [.init("limit:N", summary)]
        case .prop: [.init("prop:NAME", summary), .init("prop:NAME=VALUE", summary)]
        case .date, .modified, .due:
            [words.joined(separator: "|"), "2026-01-31|2026-01|2026", "2026-01..2026-03"].map {
                .init("\(rawValue):\($0)", summary)
            }
        // On one line they are too long for a page of the manual.
        case .is:
            [words.prefix(5), words.dropFirst(5)].map {
                .init("\(rawValue):\($0.joined(separator: "|"))", summary)
            }
        case .has, .sort: [.init("\(rawValue):\(words.joined(separator: "|"))", summary)]
        }
    }
}

extension ExchangeFormat: CommandChoice {
    /// The formats that have a line of help, in its order.
    private static let meanings: KeyValuePairs = [
        "markdown": Strings.formatMarkdown, "json": Strings.formatJson, "jrnl": Strings.formatJrnl,
        "jrnl-json": Strings.formatJrnlJson, "simplenote": Strings.formatSimplenote, "enex": Strings.formatEnex,
        "joplin": Strings.formatJoplin, "text": Strings.formatText, "html": Strings.formatHtml,
        "site": Strings.formatSite,
    ]

    package static var allCases: [ExchangeFormat] { readable }

    /// Formats in the order of help, those without a line behind the others.
    static func ordered(_ formats: [ExchangeFormat]) -> [ExchangeFormat] {
        let known = meanings.map { ExchangeFormat(rawValue: $0.key) }.filter(formats.contains)
        return known + formats.filter { !known.contains($0) }
    }

    package var meaning: LocalizedText? { Self.meanings.first { $0.key == rawValue }?.value }
}

extension NotesModel.Sort: CommandChoice {
    /// The meaning of the value: the notes that come first.
    package var meaning: LocalizedText? {
        switch self {
        case .date: Strings.sortDate
        case .newest: Strings.sortNewest
        case .modified: Strings.sortModified
        case .title: Strings.sortTitle
        case .due: Strings.sortDue
        }
    }
}

/// The time by which a task is due, as typed: any moment, or `none`.
struct NoteDue: CommandValue, Hashable {
    /// The typed text.
    let word: String
    /// The moment; `nil` for none.
    let moment: Moment?

    /// - Throws: As `Moment`.
    init(_ word: CommandWord, of name: String) throws(CommandFault) {
        self.word = word.text
        moment = Self.none.contains(word.text.lowercased()) ? nil : try Moment(word, of: name)
    }

    /// The words for no time.
    private static let none: Set<String> = ["none", "never", "aucune", "jamais", "无"]
}

/// The repetition of a task as typed: `week`, `"2 weeks"`, `chaque mois`, `每天`, or `never`.
struct NoteRepetition: CommandValue, Hashable {
    /// The typed text.
    let word: String
    init(_ word: CommandWord, of _: String) { self.word = word.text }

    /// The meaning of the text.
    ///
    /// - Throws: `NotARepetition`.
    var value: NotesService.Repetition {
        get throws(NotARepetition) {
            if Self.never.contains(word.lowercased()) { return .never }
            guard let rule = Recurrence(word) else { throw NotARepetition(word: word) }
            return .rule(rule)
        }
    }

    /// The words that end the repetition.
    private static let never: Set<String> = ["never", "once", "jamais", "从不", "不再"]
}

/// A typed text that is no repetition of a task.
struct NotARepetition: UserFacing, Hashable {
    let word: String

    var code: String { "command.not-a-choice" }
    var sentence: LocalizedText { Strings.faultNotARepetition(word: word) }
    var status: ExitStatus { .usage }
}

extension Recurrence {
    /// The rule for people.
    var said: LocalizedText {
        let each: LocalizedText =
            switch unit {
            case .day: count == 1 ? Strings.repeatDay : Strings.repeatDays(count: count)
            case .weekday: count == 1 ? Strings.repeatWeekday : Strings.repeatWeekdays(count: count)
            case .week: count == 1 ? Strings.repeatWeek : Strings.repeatWeeks(count: count)
            case .month: count == 1 ? Strings.repeatMonth : Strings.repeatMonths(count: count)
            case .year: count == 1 ? Strings.repeatYear : Strings.repeatYears(count: count)
            }
        return LocalizedText("repeat") { [day, isAfterDone] language in
            var text = each.string(in: language)
            if let day { text = Strings.repeatOn(rule: text, day: day).string(in: language) }
            return isAfterDone ? Strings.repeatAfterDone(rule: text).string(in: language) : text
        }
    }
}
