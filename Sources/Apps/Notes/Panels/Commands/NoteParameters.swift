// SPDX-License-Identifier: GPL-3.0-or-later
import AtriumKit
import NotesLogic
import Session

extension NotesCommands {
    static let id = Parameter.number("id", values: .item("note"), summary: Strings.parameterId)
    /// Notes, one or more.
    static let ids = Parameter.numbers("id", values: .item("note"), summary: Strings.parameterIds)
    /// A note, or with `@` one of its versions.
    static let reference = Parameter.word("id", values: .item("reference"), summary: Strings.parameterReference)
    static let trashed = Parameter.number("id", values: .item("trashed"), summary: Strings.parameterTrashed)

    /// A query, with all that it may be made of.
    nonisolated static func query(_ name: String, isOptional: Bool = false, summary: LocalizedText) -> Parameter {
        .query(name, isOptional: isOptional, values: .item("term"), summary: summary, terms: queryTerms)
    }

    /// The most notes to list.
    static let limit = Parameter.option("limit", placeholder: "N", summary: Strings.optionLimit)

    /// The format of a file, among those that can be read, or written.
    nonisolated static func format(among formats: [ExchangeFormat]) -> Parameter {
        .option(
            "format", values: .choices(formats.map(\.rawValue)), summary: Strings.optionFormat,
            terms: formats.map { .init($0.rawValue, $0.summary) })
    }

    private nonisolated static let queryTerms: [Parameter.Term] =
        [
            .init("oat milk", Strings.queryWords), .init("\"oat milk\"", Strings.queryPhrase),
            .init("-TERM", Strings.queryNot), .init("TERM OR TERM", Strings.queryAlternative),
        ] + QueryKey.allCases.flatMap(\.terms) + [.init("@NAME", Strings.queryNamed)]
}

extension QueryKey {
    /// What it stands for.
    var summary: LocalizedText {
        switch self {
        case .tag: Strings.queryTag
        case .in: Strings.queryIn
        case .is: Strings.queryIs
        case .date: Strings.queryDate
        case .sort: Strings.querySort
        case .limit: Strings.queryLimit
        }
    }

    /// How it is written.
    fileprivate var terms: [Parameter.Term] {
        switch self {
        case .tag: [.init("tag:NAME", summary)]
        case .in: [.init("in:NOTEBOOK", summary)]
        case .limit: [.init("limit:N", summary)]
        case .date:
            [words.joined(separator: "|"), "2026-01-31|2026-01|2026", "2026-01..2026-03"].map {
                .init("date:" + $0, summary)
            }
        case .is, .sort: [.init("\(rawValue):\(words.joined(separator: "|"))", summary)]
        }
    }
}

extension ExchangeFormat {
    /// What it is.
    fileprivate var summary: LocalizedText {
        switch self {
        case .markdown: Strings.formatMarkdown
        case .json: Strings.formatJson
        case .jrnl: Strings.formatJrnl
        case .jrnlJSON: Strings.formatJrnlJson
        case .simplenote: Strings.formatSimplenote
        case .enex: Strings.formatEnex
        case .joplin: Strings.formatJoplin
        case .text: Strings.formatText
        case .html: Strings.formatHtml
        }
    }
}

extension NotesModel.Sort {
    /// What comes first.
    var summary: LocalizedText {
        switch self {
        case .date: Strings.sortDate
        case .newest: Strings.sortNewest
        case .modified: Strings.sortModified
        case .title: Strings.sortTitle
        case .due: Strings.sortDue
        }
    }
}
