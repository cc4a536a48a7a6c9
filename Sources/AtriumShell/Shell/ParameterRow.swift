// SPDX-License-Identifier: GPL-3.0-or-later
import AtriumKit
import Session
import Terminal

/// What help and the manual say of one parameter: what it is, and the values that need a word.
@MainActor
struct ParameterRow {
    /// How it is written, such as `ID` or `--limit N`.
    let label: String
    /// One line on it; empty where it has none.
    let summary: String
    /// Its values, or how they are written, each with what that means.
    let terms: [(text: String, summary: String)]

    /// What is said of a parameter where these values are known.
    init(_ parameter: ParameterSpec, _ known: KnownValues) {
        label = parameter.label(in: known.language)
        func written(_ text: String) -> String { Placeholder.translated(text, into: known.language) }
        let meaning = parameter.summary?.string(in: known.language) ?? ""
        summary =
            parameter.meansSelection ? Strings.helpSelection(meaning: meaning).string(in: known.language) : meaning
        terms =
            switch parameter.values {
            case .route:
                known.catalog.flatMap(\.routeSpecs).map { (written($0.pattern), $0.summary.string(in: known.language)) }
            case .choices(let choices) where choices.count > ParameterSpec.mostInUsage:
                known.of(parameter).map { ($0.text, $0.description ?? "") }
            case .setting:
                known.of(parameter).map { setting in
                    let values = known.ofSetting(setting.text).map { $0.appends == nil ? $0.text + "…" : $0.text }
                        .joined(separator: "|")
                    return (values.isEmpty ? setting.text : "\(setting.text) \(values)", setting.description ?? "")
                }
            case .alias, .tab: []
            case .free, .item: parameter.terms.map { (written($0.text), $0.summary.string(in: known.language)) }
            default: known.of(parameter).compactMap { value in value.description.map { (value.text, $0) } }
            }
    }
}
