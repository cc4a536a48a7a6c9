// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

extension CatalogFault {
    /// The fault in words, for the editor of the catalog.
    func diagnostic(path: String) -> Diagnostic {
        let place = [key.map { "“\($0)”" }, language.map { "in \($0.rawValue)" }].compactMap(\.self)
        let subject = place.isEmpty ? "" : place.joined(separator: " ") + ": "
        return Diagnostic(path: path, line: line, message: subject + reason.message)
    }
}

extension CatalogFault.Reason {
    fileprivate var message: String {
        switch self {
        case .json(.unexpected): "the file is not valid JSON here"
        case .json(.repeatedName(let name, _)): "“\(name)” occurs twice in one object"
        case .json(.tooDeep): "the JSON is nested too deeply"
        case .malformed(let member): "“\(member)” is missing or has the wrong type"
        case .fileName(let name): "“\(name)” cannot name a Swift type; a catalog's name is like Strings.xcstrings"
        case .sourceLanguage(let found): "the source language must be a tag such as en, not “\(found)”"
        case .version(let found): "version “\(found)” of the format is not known; 1.x is"
        case .invalidKey: "a key is words joined by dots that starts with a small letter, as in note.added"
        case .reservedName(let name): "the Swift name “\(name)” has a meaning of its own; choose another key"
        case .nameTaken(let name, let other): "“\(other)” also becomes \(name) in Swift; rename one of the two"
        case .missingComment: "the comment is missing; say where the text appears and what its arguments are"
        case .missingLanguage: "the translation is missing, which other texts of the catalog have"
        case .unknownLanguage(let code): "“\(code)” is no tag of a language"
        case .state(let state): "the state is “\(state)”; it must be “translated”"
        case .missingCategory(let category): "the plural lacks the category “\(category)”"
        case .surplusCategory(let category): "the language has no plural category “\(category)”"
        case .unsupportedVariation(let name): "a variation by “\(name)” cannot be used here"
        case .placeholder(let text): "“\(text)” starts no known placeholder; %@, %lld and %#@name@ do, %% is a percent"
        case .mixedPlaceholders: "number all arguments of a text, as in %2$@, or none"
        case .pluralWithoutNumber: "a plural needs a number argument to choose by"
        case .pluralOfSeveral: "a plural chooses by one number; give each of several a substitution, as in %#@name@"
        case .missingArgument(let position, let category): "argument \(position) is missing in “\(category)”"
        case .argumentClash(let position): "argument \(position) is a number in one place and a string in another"
        case .argumentGap(let position): "argument \(position) is not used although a later one is"
        case .argumentsDiffer(let expected, let found):
            "the arguments are \(Self.list(found)), but \(Self.list(expected)) in en"
        case .argumentNames(let names, let count):
            "“args: \(names.joined(separator: ", "))” must give \(count) different names"
        case .caseForm(let line):
            "“case: \(line)” must name a case as in ItemFault.taken(name, [others]), with each argument of args: once"
        case .undefinedSubstitution(let name): "the substitution “\(name)” is not defined"
        case .unusedSubstitution(let name): "the substitution “\(name)” is not used"
        case .substitutionSpecifier(let found): "a substitution's format must be lld, not “\(found)”"
        case .unused(let name): "no Swift source of the target uses \(name); remove the text"
        }
    }

    private static func list(_ kinds: [ArgumentKind]) -> String {
        "(\(kinds.map(\.rawValue).joined(separator: ", ")))"
    }
}
