// SPDX-License-Identifier: GPL-3.0-or-later
public import AtriumKit
import AtriumScreen
public import AtriumSession
import AtriumTerminal
public import AtriumWorlds

/// The manual of a shell: its commands, apps, settings and keys; from their own
/// descriptions.
@MainActor
public struct ShellManual {
    private let catalog: [any AppFactory]
    private let program: ProgramIdentity
    private let known: KnownValues
    /// The commands whose parameters have been explained value by value, by those values.
    private var explained: [String: String] = [:]

    /// The manual of a program’s shell with these apps.
    public init(catalog: [any AppFactory], of program: ProgramIdentity, language: Language) {
        self.catalog = catalog
        self.program = program
        known = KnownValues(catalog: catalog, language: language)
    }

    /// Adds the sections of the shell and its apps to a page.
    public mutating func write(to page: inout ManualPage) {
        page.section(text(Strings.manualShell))
        page.text(text(Strings.helpQuotes))
        for sentence in [Strings.helpRedirect, Strings.helpSequence, Strings.helpJobs, Strings.manualPrefixes] {
            page.text(text(sentence))
        }
        commands(Shell.commandSpecs(in: catalog, of: program), to: &page)
        for factory in catalog {
            page.section(text(factory.title))
            page.text(text(factory.summary))
            commands(factory.commandSpecs, to: &page)
            page.part(text(Strings.helpRoutes))
            page.list(
                factory.routeSpecs.map {
                    .init(
                        .word("open"), .value(Placeholder.translated($0.pattern, into: known.language)),
                        text: text($0.summary))
                })
        }
        settings(to: &page)
        keys(to: &page)
    }

    private mutating func commands(_ specs: [CommandSpec], to page: inout ManualPage) {
        for category in CommandCategory.allCases {
            let specs = specs.filter { $0.category == category }
            guard !specs.isEmpty else { continue }
            page.part(text(category.title))
            page.list(specs.map { item($0) })
        }
    }

    private mutating func item(_ spec: CommandSpec) -> ManualPage.Item {
        let parameters = spec.parameters.map { parameter in
            let row = ParameterRow(parameter, known)
            // Commands name their apps and settings in the places that explain those.
            let refers = [.app, .route, .setting].contains(parameter.values)
            let values = refers ? "" : row.terms.map(\.text).joined(separator: "\n")
            let before = explained[values]
            if before == nil, !values.isEmpty { explained[values] = "\(spec.name) \(row.label)" }
            return (parameter, row, before, values.isEmpty)
        }
        let manual = self
        return .init([.word(spec.name)] + spec.parameters.map { $0.piece(in: known.language) }) { page in
            page.text(manual.text(spec.summary).closed)
            for remark in spec.remarks(in: manual.known.language) { page.text(manual.text(remark).closed) }
            if !parameters.isEmpty {
                page.list(
                    parameters.map { parameter, row, before, isShort in
                        .init(parameter.head(in: manual.known.language)) { page in
                            page.text(row.summary.closed)
                            if let before { return page.text(manual.text(Strings.manualAsFor(command: before))) }
                            if isShort { return }
                            page.list(row.terms.map { .init(.word($0.text), text: $0.summary.closed) }, isCompact: true)
                        }
                    }, isCompact: true)
            }
            if !spec.examples.isEmpty {
                page.paragraph(manual.text(Strings.helpExamples) + ":")
                page.examples(spec.examples(in: manual.known.language))
            }
        }
    }

    private func settings(to page: inout ManualPage) {
        page.section(text(Strings.manualSettings))
        page.text(text(Strings.manualSettingsIntroduction))
        page.list(
            known.settings.map { setting in
                .init([.word(setting.name)]) { page in
                    page.text(text(setting.summary).closed)
                    page.text(text(Strings.manualInitially(value: setting.initial)))
                    page.list(
                        setting.choices.map {
                            .init(.word($0.isBeginning ? $0.value + "…" : $0.value), text: text($0.summary).closed)
                        }, isCompact: true)
                }
            })
    }

    private func keys(to page: inout ManualPage) {
        page.section(text(Strings.helpKeys))
        for part in [Strings.helpKeysReadline, Strings.helpKeysSecond, Strings.helpKeysMouse] { page.text(text(part)) }
        page.list(
            ShellKey.allCases.map { key in
                .init([.word(KeySequence.shown(key.standardKey)), .value(key.rawValue)]) {
                    $0.text(text(key.summary).closed)
                }
            }, isCompact: false)
    }

    private func text(_ text: LocalizedText) -> String { text.string(in: known.language) }
}

extension ParameterSpec {
    /// The piece in the synopsis of a command.
    fileprivate func piece(in language: Language) -> ManualPiece {
        isOptional || meansSelection
            ? .optional(head(in: language)) : placeholder(in: language).map { .value($0) } ?? .word(name)
    }

    /// The head of its description.
    fileprivate func head(in language: Language) -> [ManualPiece] {
        guard isOption else { return [.value(label(in: language))] }
        return [.option(name)] + [placeholder(in: language)].compactMap(\.self).map { .value($0) }
    }
}

extension String {
    /// The text with a full stop, as running text has one.
    fileprivate var closed: String {
        guard let last, !".!?。".contains(last) else { return self }
        return self + (unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } ? "。" : ".")
    }
}
