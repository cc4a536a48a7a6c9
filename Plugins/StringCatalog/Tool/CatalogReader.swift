// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// Reads Apple's string catalogs (`.xcstrings`, a JSON format) and finds what must not be built.
///
/// Of the format, what whole-number plurals and substitutions need is read; a catalog that uses more is refused, since
/// what is not read would be lost silently.
struct CatalogReader {
    /// What is wrong with the catalog.
    private(set) var faults: [CatalogFault] = []
    private var entries: [CatalogEntry] = []
    /// The language in which the texts are written, before those into which they are translated.
    private var languages: [TextLanguage] = [.english]
    private var keys: [String: String] = [:]

    /// The catalog, of which entries with faults are left out.
    static func read(_ file: SourceFile) -> (catalog: Catalog, faults: [CatalogFault]) {
        var reader = CatalogReader()
        let fileName = file.path.split(separator: "/").last ?? ""
        let name = String(fileName.prefix { $0 != "." })
        if !SwiftName.isType(name) { reader.faults.append(CatalogFault(line: 1, reason: .fileName(String(fileName)))) }
        do throws(JSONFault) {
            reader.read(try JSONReader.read(file.bytes))
        } catch {
            reader.faults.append(CatalogFault(line: error.line, reason: .json(error)))
        }
        return (Catalog(name: name, languages: reader.languages, entries: reader.entries), reader.faults)
    }
}

extension CatalogReader {
    private mutating func read(_ root: JSONValue) {
        let source = root["sourceLanguage"]
        let written = source?.string.flatMap { TextLanguage(rawValue: $0) }
        if written == nil {
            faults.append(CatalogFault(line: source?.line ?? 1, reason: .sourceLanguage(source?.string ?? "")))
        }
        let version = root["version"]
        if version?.string?.hasPrefix("1.") != true {
            faults.append(CatalogFault(line: version?.line ?? 1, reason: .version(version?.string ?? "")))
        }
        guard let strings = root["strings"], let members = strings.members else {
            faults.append(CatalogFault(line: root["strings"]?.line ?? 1, reason: .malformed(member: "strings")))
            return
        }
        languages = Self.languages(of: members, writtenIn: written ?? .english)
        for member in members { readEntry(member) }
    }

    /// The languages of a catalog: those that any of its texts has, in the order of their codes behind the first.
    private static func languages(of members: [JSONMember], writtenIn source: TextLanguage) -> [TextLanguage] {
        let codes = members.flatMap { $0.value["localizations"]?.members?.map(\.name) ?? [] }
        let all = Set(codes.compactMap { TextLanguage(rawValue: $0) }).subtracting([source])
        return [source] + all.sorted { $0.rawValue < $1.rawValue }
    }

    private mutating func readEntry(_ member: JSONMember) {
        let key = member.name
        let earlier = faults.count
        func fault(_ reason: CatalogFault.Reason, at line: Int? = nil) -> CatalogFault {
            CatalogFault(line: line ?? member.line, key: key, reason: reason)
        }
        let name = SwiftName.member(for: key)
        if let name {
            if SwiftName.reserved.contains(name) { faults.append(fault(.reservedName(name))) }
            if let other = keys.updateValue(key, forKey: name) { faults.append(fault(.nameTaken(name, by: other))) }
        } else {
            faults.append(fault(.invalidKey))
        }
        let (comment, names, counts, code, lines) = Self.split(comment: member.value["comment"]?.string ?? "")
        if comment.isEmpty { faults.append(fault(.missingComment, at: member.value["comment"]?.line)) }
        let translations = readTranslations(of: member)
        guard let source = translations[languages[0]] else { return }
        for language in languages {
            guard let found = translations[language]?.arguments, found != source.arguments else { continue }
            let reason = CatalogFault.Reason.argumentsDiffer(expected: source.arguments, found: found)
            faults.append(CatalogFault(line: member.line, key: key, language: language, reason: reason))
        }
        if let names {
            let isRight = names.count == source.arguments.count && Set(names).count == names.count
            if !isRight || !names.allSatisfy(SwiftName.isArgument) {
                faults.append(fault(.argumentNames(names, count: source.arguments.count)))
            }
        }
        let cases = lines.compactMap { line in
            let read = CatalogCase(line)
            let isRight = read.map { Set($0.arguments) == Set(names ?? []) && $0.arguments.count == names?.count ?? 0 }
            if isRight != true { faults.append(fault(.caseForm(line))) }
            return read
        }
        guard faults.count == earlier, let name else { return }
        entries.append(
            CatalogEntry(
                key: key, line: member.line, name: name, comment: comment, code: code, cases: cases,
                argumentNames: names,
                arguments: source.arguments,
                counts: counts.union(
                    names?.indices.filter { Self.countNames.contains(names?[$0] ?? "") }.map { $0 + 1 } ?? []
                )
                .union(translations.values.flatMap(\.choosers)).filter { source.arguments[$0 - 1] == .integer },
                translations: translations))
    }

    /// The names of arguments that are numbers of things without a sign.
    private static let countNames: Set<String> = ["count", "total"]

    private mutating func readTranslations(of member: JSONMember) -> [TextLanguage: Translation] {
        let localizations = member.value["localizations"]
        for localization in localizations?.members ?? [] where TextLanguage(rawValue: localization.name) == nil {
            let reason = CatalogFault.Reason.unknownLanguage(localization.name)
            faults.append(CatalogFault(line: localization.line, key: member.name, reason: reason))
        }
        var translations: [TextLanguage: Translation] = [:]
        for language in languages {
            guard let localization = localizations?[language.rawValue] else {
                faults.append(
                    CatalogFault(line: member.line, key: member.name, language: language, reason: .missingLanguage))
                continue
            }
            var reader = TranslationReader(key: member.name, language: language)
            translations[language] = reader.read(localization)
            faults += reader.faults
        }
        return translations
    }

    /// The comment for people, the names on its line `args: number, #files` with the positions of those with a sign,
    /// the code of a fault on its line `code: note.unknown`, each `nil` without such a line, and its lines `case: …`.
    private static func split(comment: String) -> (
        comment: String, names: [String]?, counts: Set<Int>, code: String?, cases: [String]
    ) {
        var (names, code): ([String]?, String?)
        var counts: Set<Int> = []
        var (lines, cases): ([String], [String]) = ([], [])
        for line in comment.split(whereSeparator: \.isNewline) {
            let line = trimmed(line)
            if line.hasPrefix("args:") {
                names = line.dropFirst("args:".count).split(separator: ",").enumerated().map { index, name in
                    let name = trimmed(name)
                    guard name.hasPrefix("#") else { return name }
                    counts.insert(index + 1)
                    return String(name.dropFirst())
                }
            } else if line.hasPrefix("code:") {
                code = trimmed(line.dropFirst("code:".count))
            } else if line.hasPrefix("case:") {
                cases.append(trimmed(line.dropFirst("case:".count)))
            } else if !line.isEmpty {
                lines.append(String(line))
            }
        }
        return (lines.joined(separator: "\n"), names, counts, code, cases)
    }

    private static func trimmed(_ text: Substring) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}
