// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads one text in one language, and numbers its arguments.
struct TranslationReader {
    /// What is wrong with the translation, in the file's order.
    private(set) var faults: [CatalogFault] = []
    private let key: String
    private let language: TextLanguage
    private var kinds: [Int: ArgumentKind] = [:]
    private var substitutions: [OpenSubstitution] = []

    /// A substitution whose argument may not be known yet.
    private struct OpenSubstitution {
        let name: String
        let line: Int
        let value: JSONValue
        var position: Int?
        var isUsed = false
    }

    /// Starts with nothing read.
    init(key: String, language: TextLanguage) {
        self.key = key
        self.language = language
    }

    /// The translation, or `nil` if faults were found.
    mutating func read(_ localization: JSONValue) -> Translation? {
        readSubstitutions(localization["substitutions"])
        let form = readForm(localization)
        let forms = substitutions.indices.compactMap { readForms(ofSubstitution: $0) }
        if faults.isEmpty, let gap = (1...max(1, kinds.count)).first(where: { kinds[$0] == nil }), !kinds.isEmpty {
            report(.argumentGap(gap), at: localization.line)
        }
        guard faults.isEmpty, let form else { return nil }
        let arguments = kinds.sorted { $0.key < $1.key }.map(\.value)
        return Translation(form: form, substitutions: forms, arguments: arguments)
    }
}

extension TranslationReader {
    private mutating func report(_ reason: CatalogFault.Reason, at line: Int) {
        faults.append(CatalogFault(line: line, key: key, language: language, reason: reason))
    }

    // MARK: The text itself

    private mutating func readForm(_ localization: JSONValue) -> TextForm? {
        guard let variations = localization["variations"] else {
            guard let unit = localization["stringUnit"] else {
                report(.malformed(member: "stringUnit"), at: localization.line)
                return nil
            }
            return readPieces(unit, isSubstitutionForm: false).map { .plain(number($0, at: unit.line)) }
        }
        if !substitutions.isEmpty { report(.unsupportedVariation("substitutions"), at: variations.line) }
        var used: [PluralCategory: Set<Int>] = [:]
        let forms = readPlural(variations, isSubstitutionForm: false) { reader, category, pieces, line in
            let parts = reader.number(pieces, at: line)
            used[category] = Set(parts.compactMap { if case .argument(let position) = $0 { position } else { nil } })
            return parts
        }
        let numbers = kinds.filter { $0.value == .integer }.keys
        guard let chooser = numbers.min() else {
            report(.pluralWithoutNumber, at: variations.line)
            return nil
        }
        if numbers.count > 1, forms.count > 1 { report(.pluralOfSeveral, at: variations.line) }
        for category in PluralCategory.allCases {
            guard let used = used[category] else { continue }
            for position in kinds.keys.sorted() where position != chooser && !used.contains(position) {
                report(.missingArgument(position, in: category), at: variations.line)
            }
        }
        return .plural(by: chooser, forms)
    }

    /// The forms of `variations.plural`, whose categories must be those of the language.
    private mutating func readPlural(
        _ variations: JSONValue, isSubstitutionForm: Bool,
        parts: (inout Self, PluralCategory, [FormatPiece], _ line: Int) -> [TextPart]
    ) -> [PluralCategory: [TextPart]] {
        for member in variations.members ?? [] where member.name != "plural" {
            report(.unsupportedVariation(member.name), at: member.line)
        }
        guard let plural = variations["plural"], let members = plural.members else {
            report(.malformed(member: "plural"), at: variations.line)
            return [:]
        }
        var forms: [PluralCategory: [TextPart]] = [:]
        for member in members {
            guard let category = PluralCategory(rawValue: member.name),
                language.allowedCategories.contains(category)
            else {
                report(.surplusCategory(member.name), at: member.line)
                continue
            }
            guard let unit = member.value["stringUnit"] else {
                report(.malformed(member: "stringUnit"), at: member.line)
                continue
            }
            if let pieces = readPieces(unit, isSubstitutionForm: isSubstitutionForm) {
                forms[category] = parts(&self, category, pieces, unit.line)
            }
        }
        for category in PluralCategory.allCases where language.neededCategories.contains(category) {
            if !members.contains(where: { $0.name == category.rawValue }) {
                report(.missingCategory(category), at: plural.line)
            }
        }
        return forms
    }

    private mutating func readPieces(_ unit: JSONValue, isSubstitutionForm: Bool) -> [FormatPiece]? {
        guard let value = unit["value"], let text = value.string else {
            report(.malformed(member: "value"), at: unit.line)
            return nil
        }
        let state = unit["state"]
        if state?.string != "translated" {
            report(.state(state?.string ?? ""), at: state?.line ?? unit.line)
        }
        do throws(CatalogFault.Reason) {
            return try FormatReader.read(text, isSubstitutionForm: isSubstitutionForm)
        } catch {
            report(error, at: value.line)
            return nil
        }
    }

    // MARK: Arguments

    private mutating func use(_ position: Int, as kind: ArgumentKind, at line: Int) {
        if let known = kinds.updateValue(kind, forKey: position), known != kind {
            report(.argumentClash(position), at: line)
        }
    }

    private mutating func number(_ pieces: [FormatPiece], at line: Int) -> [TextPart] {
        let positions = pieces.compactMap { if case .argument(let position, _) = $0 { position } else { nil } }
        let argumentCount = pieces.count { if case .argument = $0 { true } else { false } }
        let isUnnumbered = argumentCount > 0 && positions.isEmpty
        if !isUnnumbered, positions.count < argumentCount { report(.mixedPlaceholders, at: line) }
        var next = 1
        return pieces.map { piece in
            switch piece {
            case .text(let text):
                return .text(text)
            case .argument(let position, let kind):
                use(position ?? next, as: kind, at: line)
                defer { if position == nil { next += 1 } }
                return .argument(position ?? next)
            case .substitution(let name):
                guard let index = substitutions.firstIndex(where: { $0.name == name }) else {
                    report(.undefinedSubstitution(name), at: line)
                    return .substitution(name)
                }
                if substitutions[index].isUsed { return .substitution(name) }
                let position = substitutions[index].position ?? next
                let isMixed =
                    isUnnumbered ? position != next : substitutions[index].position == nil && argumentCount > 0
                if isMixed { report(.mixedPlaceholders, at: line) }
                substitutions[index].position = position
                substitutions[index].isUsed = true
                use(position, as: .integer, at: line)
                next += 1
                return .substitution(name)
            case .substitutionNumber:
                // Only the forms of a substitution are read with this placeholder.
                return .text("")
            }
        }
    }

    // MARK: Substitutions

    private mutating func readSubstitutions(_ value: JSONValue?) {
        for member in value?.members ?? [] {
            let specifier = member.value["formatSpecifier"]
            if ArgumentKind(conversion: specifier?.string ?? "") != .integer {
                report(.substitutionSpecifier(specifier?.string ?? ""), at: specifier?.line ?? member.line)
            }
            var position: Int?
            if let number = member.value["argNum"] {
                if case .other(let digits) = number.content, let count = Int(digits), count > 0 {
                    position = count
                } else {
                    report(.malformed(member: "argNum"), at: number.line)
                }
            }
            substitutions.append(
                OpenSubstitution(name: member.name, line: member.line, value: member.value, position: position))
        }
    }

    private mutating func readForms(ofSubstitution index: Int) -> Substitution? {
        let open = substitutions[index]
        guard open.isUsed, let chooser = open.position else {
            report(.unusedSubstitution(open.name), at: open.line)
            return nil
        }
        guard let variations = open.value["variations"] else {
            report(.malformed(member: "variations"), at: open.line)
            return nil
        }
        let forms = readPlural(variations, isSubstitutionForm: true) { reader, _, pieces, line in
            pieces.map { piece in
                switch piece {
                case .text(let text):
                    return .text(text)
                case .substitutionNumber:
                    return .argument(chooser)
                case .argument(let position?, let kind):
                    reader.use(position, as: kind, at: line)
                    return .argument(position)
                case .argument(nil, _):
                    reader.report(.mixedPlaceholders, at: line)
                case .substitution(let name):
                    reader.report(.placeholder("%#@\(name)@"), at: line)
                }
                return .text("")
            }
        }
        return Substitution(name: open.name, form: .plural(by: chooser, forms))
    }
}
