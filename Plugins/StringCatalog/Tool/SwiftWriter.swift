// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// Writes a catalog as a Swift type with a member for each text.
///
/// The generated code chooses by language and plural category and interpolates; no format is parsed at run time.
struct SwiftWriter {
    private var lines: [String] = []
    private var depth = 0

    /// The whole source file.
    ///
    /// - Parameters:
    ///   - composed: The cases whose sentences the module’s sources compose.
    ///   - isExplicit: Whether other files of the module say how far an import reaches, as all have to then.
    static func source(
        of catalog: Catalog, composed: ComposedCases = ComposedCases(), isExplicit: Bool = false
    ) -> String {
        var writer = SwiftWriter()
        writer.write(catalog, composed, import: isExplicit ? "internal import" : "import")
        return writer.lines.joined(separator: "\n") + "\n"
    }
}

extension SwiftWriter {
    /// Whether a file imports a module and says how far the import reaches.
    static func isExplicit(importing module: String, in source: ScannedSource) -> Bool {
        let words = source.tokens.filter { $0.kind == .word || $0.isName }.map(source.text)
        return zip(words, zip(words.dropFirst(), words.dropFirst(2))).contains { level, rest in
            ["internal", "package", "public"].contains(level) && rest == ("import", module)
        }
    }

    private mutating func add(_ line: String) {
        lines.append(line.isEmpty ? "" : String(repeating: "    ", count: depth) + line)
    }

    private mutating func block(_ head: String, tail: String = "}", _ body: (inout Self) -> Void) {
        add(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        add(tail)
    }

    private mutating func write(_ catalog: Catalog, _ composed: ComposedCases, import keyword: String) {
        let cases = catalog.cases.sorted { $0.key < $1.key }
        add("// Generated from \(catalog.name).xcstrings.")
        add("")
        for module in composed.imports.union(["AtriumSession"]).sorted() { add("\(keyword) \(module)") }
        add("")
        add("/// The texts of \(catalog.name).xcstrings.")
        block("enum \(catalog.name)") { writer in
            for (index, entry) in catalog.entries.enumerated() {
                if index > 0 { writer.add("") }
                writer.write(entry, in: catalog.languages)
            }
            for (type, found) in cases { writer.write(found, of: type, in: catalog.name, composed.names[type] ?? []) }
        }
    }

    /// The sentences of a type’s cases; the compiler finds those that have none.
    private mutating func write(
        _ cases: [(case: CatalogCase, entry: CatalogEntry)], of type: String, in catalog: String,
        _ composed: Set<String>
    ) {
        add("")
        add("/// The sentence of a case: the text that names it, or what sources compose.")
        block("static func sentence(of value: \(type)) -> LocalizedText") { writer in
            writer.add("switch value {")
            for (found, entry) in cases {
                writer.add("case \(found.pattern): \(found.sentence(of: entry, in: catalog))")
            }
            let rest = composed.subtracting(cases.map(\.case.name)).sorted().map { ".\(SwiftName.declared($0))" }
            if !rest.isEmpty { writer.add("case \(rest.joined(separator: ", ")): value.sentence") }
            writer.add("}")
        }
    }

    private mutating func write(_ entry: CatalogEntry, in languages: [TextLanguage]) {
        for line in entry.comment.split(separator: "\n") {
            let seen = String(String.UnicodeScalarView(line.unicodeScalars.filter { !SwiftLiteral.needsEscape($0) }))
            add("/// \(seen)")
        }
        let name = SwiftName.declared(entry.name)
        let arguments = entry.arguments.enumerated().map { index, kind in
            let label = entry.argumentNames == nil ? "_ " : ""
            return "\(label)\(Self.name(of: index + 1, in: entry)): \(kind.rawValue)"
        }
        let head =
            arguments.isEmpty
            ? "static var \(name): LocalizedText"
            : "static func \(name)(\(arguments.joined(separator: ", "))) -> LocalizedText"
        block(head) { writer in
            let code = entry.code.map { ", code: \"\(SwiftLiteral.body(of: $0))\"" } ?? ""
            writer.block("LocalizedText(\"\(entry.key)\"\(code))") { writer in
                let source = languages[0]
                let others = languages.dropFirst().filter { entry.translations[$0] != nil }
                if !others.isEmpty { writer.add("switch $0 {") }
                for language in others {
                    writer.add(language.member.map { "case .\($0):" } ?? "case _ where \(Self.isLanguage(language)):")
                    writer.writeBody(of: entry, in: language)
                }
                if others.isEmpty {
                    writer.writeSource(of: entry, in: source)
                } else {
                    writer.add("default:")
                    writer.depth += 1
                    writer.writeSource(of: entry, in: source)
                    writer.depth -= 1
                    writer.add("}")
                }
            }
        }
    }

    private static func isLanguage(_ language: TextLanguage) -> String { "$0.rawValue == \"\(language.rawValue)\"" }

    private mutating func writeBody(of entry: CatalogEntry, in language: TextLanguage) {
        guard let translation = entry.translations[language] else { return }
        depth += 1
        write(translation, in: language, of: entry)
        depth -= 1
    }

    /// The text in the language in which it is written, which is also that of languages without a translation.
    private mutating func writeSource(of entry: CatalogEntry, in source: TextLanguage) {
        guard let translation = entry.translations[source] else { return }
        let arguments = entry.arguments.enumerated().map { index, kind in
            let form = kind == .string ? "text" : entry.counts.contains(index + 1) ? "count" : "number"
            return ".\(form)(\(Self.name(of: index + 1, in: entry)))"
        }
        let list = arguments.isEmpty ? "" : ", [\(arguments.joined(separator: ", "))]"
        add("if let text = $0.translation(\"\(entry.key)\"\(list)) { return text }")
        write(translation, in: source, of: entry)
    }

    private mutating func write(_ translation: Translation, in language: TextLanguage, of entry: CatalogEntry) {
        for (index, substitution) in translation.substitutions.enumerated() {
            let variable = Self.variable(index)
            switch substitution.form {
            case .plain(let parts):
                add("let \(variable) = \(Self.literal(parts, translation, entry))")
            case .plural(let chooser, let forms):
                add("let \(variable): String")
                writeSwitch(by: chooser, forms, in: language, of: translation, entry, before: "\(variable) = ")
            }
        }
        switch translation.form {
        case .plain(let parts):
            add("return \(Self.literal(parts, translation, entry))")
        case .plural(let chooser, let forms):
            writeSwitch(by: chooser, forms, in: language, of: translation, entry, before: "return ")
        }
    }

    private mutating func writeSwitch(
        by chooser: Int, _ forms: [PluralCategory: [TextPart]], in language: TextLanguage,
        of translation: Translation, _ entry: CatalogEntry, before: String
    ) {
        let other = before + Self.literal(forms[.other, default: []], translation, entry)
        let special = PluralCategory.allCases.filter { $0 != .other && forms[$0] != nil }
        if special.isEmpty {
            add(other)
            return
        }
        let rule = language.member.map { "Language.\($0)" } ?? "$0"
        add("switch \(rule).pluralCategory(of: \(Self.name(of: chooser, in: entry))) {")
        for category in special {
            add("case .\(category): \(before)\(Self.literal(forms[category, default: []], translation, entry))")
        }
        add("default: \(other)")
        add("}")
    }

    private static func literal(_ parts: [TextPart], _ translation: Translation, _ entry: CatalogEntry) -> String {
        let body = parts.map { part in
            switch part {
            case .text(let text):
                return SwiftLiteral.body(of: text)
            case .argument(let position):
                let name = name(of: position, in: entry)
                return entry.counts.contains(position) ? "\\($0.grouped(\(name)))" : "\\(\(name))"
            case .substitution(let name):
                let index = translation.substitutions.firstIndex { $0.name == name } ?? 0
                return "\\(\(variable(index)))"
            }
        }
        return "\"\(body.joined())\""
    }

    private static func name(of position: Int, in entry: CatalogEntry) -> String {
        entry.argumentNames.map { SwiftName.declared($0[position - 1]) } ?? "p\(position)"
    }

    /// A local variable for a substitution: no argument's name holds an underscore.
    private static func variable(_ index: Int) -> String {
        "part_\(index + 1)"
    }
}
