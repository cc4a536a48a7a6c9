// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText
import Testing

@testable import string_catalog

@Suite struct CatalogReaderTests {
    private typealias Reason = CatalogFault.Reason

    private func reasons(_ strings: String) -> [CatalogFault.Reason] {
        CatalogText.faults(strings).map(\.reason)
    }

    private func reasons(ofFile text: String, name: String = "Strings.xcstrings") -> [CatalogFault.Reason] {
        CatalogReader.read(SourceFile(path: name, bytes: Array(text.utf8))).faults.map(\.reason)
    }

    @Test func acceptsACompleteCatalog() {
        let (catalog, faults) = CatalogReader.read(
            CatalogText.file(
                [
                    CatalogText.key(
                        "note.added", comment: "After add.\nargs: number\ncode: a.b", en: "Added %lld.", zh: "%lld。"),
                    CatalogText.key("greeting", en: "Welcome"),
                ].joined(separator: ",\n")))
        #expect(faults.isEmpty)
        #expect(catalog.name == "Strings")
        #expect(catalog.entries.map(\.name) == ["noteAdded", "greeting"])
        #expect(catalog.entries.map(\.line) == [2, 3])
        #expect(catalog.entries.map(\.comment) == ["After add.", "A text."])
        #expect(catalog.entries.map(\.argumentNames) == [["number"], nil])
        #expect(catalog.entries.map(\.code) == ["a.b", nil])
        #expect(catalog.entries.map(\.arguments) == [[.integer], []])
    }

    // MARK: The file

    @Test func refusesWhatIsNoCatalog() {
        #expect(reasons(ofFile: "{") == [.json(.unexpected(line: 1))])
        #expect(
            reasons(ofFile: "[]") == [.sourceLanguage(""), .version(""), .malformed(member: "strings")])
        #expect(
            reasons(ofFile: "{\"sourceLanguage\":\"f\",\"version\":\"2.0\",\"strings\":{}}")
                == [.sourceLanguage("f"), .version("2.0")])
    }

    @Test(arguments: ["strings", "My-Strings", "1", "", "Type"])
    func refusesAFileNameThatIsNoType(_ name: String) {
        let text = "{\"sourceLanguage\":\"en\",\"version\":\"1.0\",\"strings\":{}}"
        #expect(reasons(ofFile: text, name: "a/\(name).xcstrings") == [.fileName("\(name).xcstrings")])
    }

    @Test func refusesARepeatedKey() {
        let key = CatalogText.key("a", en: "a")
        #expect(reasons("\(key),\n\(key)") == [.json(.repeatedName("a", line: 3))])
    }

    // MARK: Keys and comments

    @Test(arguments: ["Added a note", "Note", "note.", ".note", "note..added", "note-added", "1a", "é", "noté", ""])
    func refusesAKeyThatIsNone(_ key: String) {
        #expect(reasons(CatalogText.key(key, en: "a")) == [.invalidKey])
    }

    @Test(arguments: ["self", "init"])
    func refusesANameWithAMeaning(_ key: String) {
        #expect(reasons(CatalogText.key(key, en: "a")) == [.reservedName(key)])
    }

    @Test func refusesTwoKeysOfOneName() {
        let keys = ["note.added", "noteAdded", "note.Added"].map { CatalogText.key($0, en: "a") }
        #expect(
            CatalogText.faults(keys.joined(separator: ",\n")) == [
                CatalogFault(line: 3, key: "noteAdded", reason: .nameTaken("noteAdded", by: "note.added")),
                CatalogFault(line: 4, key: "note.Added", reason: .nameTaken("noteAdded", by: "noteAdded")),
            ])
    }

    @Test(arguments: ["", "  \n ", "args: number"])
    func refusesAMissingComment(_ comment: String) {
        #expect(reasons(CatalogText.key("a", comment: comment, en: "%lld")) == [.missingComment])
    }

    @Test(arguments: ["", "a", "a, b, c", "a, a", "a, B", "a, b c", "a, self", "a, "])
    func refusesWrongArgumentNames(_ names: String) {
        let found = reasons(CatalogText.key("a", comment: "A text.\nargs: \(names)", en: "%lld %@"))
        #expect(found.count == 1)
        guard case .argumentNames(_, count: 2) = found.first else {
            Issue.record("\(found)")
            return
        }
    }

    @Test(arguments: [
        "", "Fault", "fault.taken(a, b)", "Fault.Taken(a, b)", "Fault.taken", "Fault.taken()", "Fault.taken(a)",
        "Fault.taken(a, b, c)", "Fault.taken(a, a)", "Fault.taken(a, b", "Fault.taken(a, )",
    ])
    func refusesACaseOfAnotherForm(_ line: String) {
        let found = reasons(CatalogText.key("a", comment: "A text.\nargs: a, b\ncase: \(line)", en: "%lld %@"))
        #expect(found == [.caseForm(line)])
    }

    @Test func readsTheCasesOfAText() {
        let comment = "A text.\nargs: a, b\ncase: Fault.taken(a, b.text)\ncase: Other.Fault.of([b], _, a?)"
        let (catalog, _) = CatalogReader.read(
            CatalogText.file(CatalogText.key("x", comment: comment, en: "%@ %@")))
        #expect(catalog.entries.first?.comment == "A text.")
        #expect(
            catalog.entries.first?.cases.map(\.pattern) == [".taken(let a, let b)", ".of(let b, _, let a?)"])
        #expect(catalog.cases.keys.sorted() == ["Fault", "Other.Fault"])
        #expect(catalog.unused(by: []).isEmpty)
    }

    // MARK: Languages and states

    @Test(arguments: ["en", "zh-Hans", "fr"])
    func refusesAMissingLanguage(_ code: String) {
        var units = ["en": "a", "zh-Hans": "a", "fr": "a"].mapValues { CatalogText.unit($0) }
        let whole = CatalogText.key("b", units)
        units[code] = nil
        #expect(
            CatalogText.faults(CatalogText.key("a", units) + ",\n" + whole) == [
                CatalogFault(line: 2, key: "a", language: TextLanguage(rawValue: code), reason: .missingLanguage)
            ])
    }

    @Test func refusesAKeyWithoutLocalizations() {
        #expect(reasons("\"a\":{\"comment\":\"A text.\"}") == [.missingLanguage])
    }

    @Test func oneLanguageIsEnough() {
        #expect(reasons(CatalogText.key("a", ["en": CatalogText.unit("a")])).isEmpty)
        let units = ["de": CatalogText.unit("a")]
        let text = "{\"sourceLanguage\":\"de\",\"version\":\"1.0\",\"strings\":{\(CatalogText.key("a", units))}}"
        #expect(reasons(ofFile: text).isEmpty)
    }

    @Test func aFurtherLanguageIsOneForAllTexts() {
        let units = ["en": "a", "de": "a"].mapValues { CatalogText.unit($0) }
        #expect(reasons(CatalogText.key("a", units)).isEmpty)
        let english = CatalogText.key("b", ["en": CatalogText.unit("b")])
        #expect(reasons(CatalogText.key("a", units) + ",\n" + english) == [.missingLanguage])
    }

    @Test(arguments: ["", "e", "deutsch zwei", "de_DE", "aaaaaaaaa"])
    func refusesWhatIsNoLanguage(_ code: String) {
        let units = ["en": "a", code: "a"].mapValues { CatalogText.unit($0) }
        #expect(reasons(CatalogText.key("a", units)) == [.unknownLanguage(code)])
    }

    @Test(arguments: ["new", "needs_review", "stale", ""])
    func refusesAnUntranslatedText(_ state: String) {
        let units = [
            "en": CatalogText.unit("a"), "zh-Hans": CatalogText.unit("a"), "fr": CatalogText.unit("a", state: state),
        ]
        #expect(
            CatalogText.faults(CatalogText.key("a", units)) == [
                CatalogFault(line: 2, key: "a", language: .french, reason: .state(state))
            ])
    }

    @Test func refusesAnUntranslatedPluralForm() {
        let plural = CatalogText.plural(["one": "%lld a", "other": "%lld b"])
        let french = plural.replacing("translated", with: "new", maxReplacements: 1)
        let units = ["en": plural, "zh-Hans": CatalogText.unit("%lld"), "fr": french]
        #expect(reasons(CatalogText.key("a", units)) == [.state("new")])
    }

    @Test func refusesATextWithoutValue() {
        let units = ["en": "{\"stringUnit\":{}}", "zh-Hans": "{}", "fr": CatalogText.unit("a")]
        #expect(
            reasons(CatalogText.key("a", units)) == [.malformed(member: "value"), .malformed(member: "stringUnit")])
    }

    // MARK: Plurals

    private func reasons(english: [String: String], chinese: [String: String], french: [String: String]) -> [Reason] {
        reasons(
            CatalogText.key(
                "a",
                [
                    "en": CatalogText.plural(english), "zh-Hans": CatalogText.plural(chinese),
                    "fr": CatalogText.plural(french),
                ]))
    }

    private let both = ["one": "%lld note", "other": "%lld notes"]

    @Test func acceptsThePluralsOfEachLanguage() {
        #expect(reasons(english: both, chinese: ["other": "%lld"], french: both).isEmpty)
        #expect(
            reasons(english: both, chinese: ["other": "%lld"], french: both.merging(["many": "%lld"]) { $1 }).isEmpty)
        #expect(reasons(english: ["one": "a note", "other": "%lld"], chinese: ["other": "%lld"], french: both).isEmpty)
    }

    @Test func refusesAMissingCategory() {
        #expect(
            reasons(english: ["other": "%lld"], chinese: ["other": "%lld"], french: both) == [.missingCategory(.one)])
        #expect(
            reasons(english: both, chinese: ["other": "%lld"], french: ["one": "%lld"]) == [.missingCategory(.other)])
        #expect(reasons(english: both, chinese: [:], french: both).first == .missingCategory(.other))
    }

    @Test func refusesACategoryThatNeverOccurs() {
        #expect(reasons(english: both, chinese: both, french: both) == [.surplusCategory("one")])
        let few = both.merging(["few": "%lld"]) { $1 }
        #expect(reasons(english: few, chinese: ["other": "%lld"], french: both) == [.surplusCategory("few")])
        let some = both.merging(["some": "%lld"]) { $1 }
        #expect(reasons(english: both, chinese: ["other": "%lld"], french: some) == [.surplusCategory("some")])
    }

    @Test func refusesAPluralWithoutNumber() {
        let texts = ["one": "%@ note", "other": "%@ notes"]
        #expect(
            reasons(english: texts, chinese: ["other": "%@"], french: texts)
                == [.pluralWithoutNumber, .pluralWithoutNumber, .pluralWithoutNumber])
    }

    @Test func refusesAPluralOfSeveralNumbers() {
        let texts = ["one": "habit %1$lld: %2$lld day", "other": "habit %1$lld: %2$lld days"]
        let chinese = ["other": "%1$lld %2$lld"]
        #expect(
            reasons(english: texts, chinese: chinese, french: texts) == [.pluralOfSeveral, .pluralOfSeveral])
    }

    @Test func refusesAFormThatLosesAnArgument() {
        let texts = ["one": "a note", "other": "%1$lld notes in %2$@"]
        let whole = ["one": "a note in %2$@", "other": "%1$lld notes in %2$@"]
        let chinese = ["other": "%1$lld %2$@"]
        #expect(reasons(english: texts, chinese: chinese, french: whole) == [.missingArgument(2, in: .one)])
        #expect(reasons(english: whole, chinese: chinese, french: whole).isEmpty)
    }

    @Test func refusesVariationsByOtherThings() {
        let device = "{\"variations\":{\"device\":{\"mac\":\(CatalogText.unit("a"))}}}"
        let units = ["en": device, "zh-Hans": CatalogText.unit("a"), "fr": CatalogText.unit("a")]
        #expect(reasons(CatalogText.key("a", units)).first == .unsupportedVariation("device"))
    }

    // MARK: Arguments

    @Test(
        arguments: [
            ("%lld", "", [.integer], []),
            ("", "%lld", [], [.integer]),
            ("%lld", "%@", [.integer], [.string]),
            ("%lld %@", "%@ %lld", [.integer, .string], [.string, .integer]),
            ("%@", "%@ %@", [.string], [.string, .string]),
        ] as [(String, String, [ArgumentKind], [ArgumentKind])])
    func refusesOtherArgumentsThanEnglish(
        _ english: String, _ french: String, _ expected: [ArgumentKind], _ found: [ArgumentKind]
    ) {
        #expect(
            CatalogText.faults(CatalogText.key("a", en: english, fr: french)) == [
                CatalogFault(
                    line: 2, key: "a", language: .french, reason: .argumentsDiffer(expected: expected, found: found))
            ])
    }

    @Test func acceptsArgumentsInAnotherOrder() {
        #expect(reasons(CatalogText.key("a", en: "%lld %@", zh: "%2$@ %1$lld", fr: "%2$@ %1$d %2$@")).isEmpty)
    }

    @Test(arguments: [
        ("%1$@ %@", Reason.mixedPlaceholders), ("%1$@ %1$d", .argumentClash(1)), ("%2$@", .argumentGap(1)),
        ("%1$@ %3$@", .argumentGap(2)), ("%f", .placeholder("%f")), ("%arg", .placeholder("%arg")),
        ("%#@a@", .undefinedSubstitution("a")),
    ])
    private func refusesArguments(_ text: String, _ reason: CatalogFault.Reason) {
        #expect(
            Set(reasons(CatalogText.key("a", en: text)).map { "\($0)" }) == ["\(reason)"])
    }

    // MARK: Substitutions

    private func reasons(_ value: String, substitutions: String...) -> [Reason] {
        let unit = CatalogText.unit(value, substitutions: substitutions.joined(separator: ","))
        let plain = CatalogText.unit("%1$lld %2$lld")
        return reasons(CatalogText.key("a", ["en": unit, "zh-Hans": plain, "fr": plain]))
    }

    private let notes = CatalogText.substitution("notes", argNum: 1, ["one": "%arg note", "other": "%arg notes"])
    private let books = CatalogText.substitution("books", argNum: 2, ["one": "%arg book", "other": "%arg books"])
    private let loose = CatalogText.substitution("loose", ["one": "%arg book", "other": "%arg books"])

    @Test func acceptsSubstitutions() {
        #expect(reasons("%#@notes@ in %#@books@", substitutions: notes, books).isEmpty)
        #expect(reasons("%#@books@ of %#@notes@", substitutions: notes, books).isEmpty)
        #expect(reasons("%#@notes@ in %#@loose@", substitutions: notes, loose).isEmpty)
        #expect(reasons("%#@notes@ in %lld", substitutions: notes).isEmpty)
        #expect(reasons("%#@notes@ in %2$lld", substitutions: notes).isEmpty)
        #expect(reasons("%#@notes@, %#@notes@ in %2$lld", substitutions: notes).isEmpty)
    }

    @Test func refusesSubstitutionsThatDoNotFit() {
        #expect(reasons("%lld in %lld", substitutions: notes) == [.unusedSubstitution("notes")])
        #expect(reasons("%#@notes@ %#@tags@", substitutions: notes) == [.undefinedSubstitution("tags")])
        #expect(reasons("%lld %#@notes@", substitutions: notes) == [.mixedPlaceholders])
        #expect(reasons("%1$lld %#@loose@", substitutions: loose) == [.mixedPlaceholders])
        let text = CatalogText.substitution("notes", specifier: "@", ["one": "%arg", "other": "%arg"])
        #expect(reasons("%#@notes@ %lld", substitutions: text) == [.substitutionSpecifier("@")])
        let one = CatalogText.substitution("notes", argNum: 1, ["one": "%arg"])
        #expect(reasons("%#@notes@ %lld", substitutions: one) == [.missingCategory(.other)])
        let nested = CatalogText.substitution("notes", argNum: 1, ["one": "%arg", "other": "%#@notes@"])
        #expect(reasons("%#@notes@ %lld", substitutions: nested) == [.placeholder("%#@notes@")])
        let unnumbered = CatalogText.substitution("notes", argNum: 1, ["one": "%arg", "other": "%arg %@"])
        #expect(reasons("%#@notes@ %lld", substitutions: unnumbered) == [.mixedPlaceholders])
    }

    // MARK: Use

    @Test func findsTextsThatNoSourceUses() {
        let names = ["used", "nested.use", "commented", "quoted", "prefixed", "bare"]
        let file = CatalogText.file(names.map { CatalogText.key($0, en: "a") }.joined(separator: ",\n"))
        let source = """
            let a = Strings.used
            let b = "\\(Strings
                .nestedUse)"
            // Strings.commented
            let c = "Strings.quoted"
            let d = Strings.prefixedMore
            let bare = 1
            """
        let members = Catalog.members(usedIn: ScannedSource(SourceFile(path: "A.swift", bytes: Array(source.utf8))))
        let faults = CatalogReader.read(file).catalog.unused(by: members)
        #expect(faults.map(\.key) == ["commented", "quoted", "prefixed", "bare"])
        #expect(faults.map(\.line) == [4, 5, 6, 7])
        #expect(faults.first?.reason == .unused(name: "Strings.commented"))
    }

    @Test func saysWhatIsWrongAndWhere() {
        let fault = CatalogFault(line: 7, key: "note.added", language: .french, reason: .missingCategory(.other))
        #expect(
            fault.diagnostic(path: "a/Strings.xcstrings").description
                == "a/Strings.xcstrings:7: error: “note.added” in fr: the plural lacks the category “other”")
    }
}
