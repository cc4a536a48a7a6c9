// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText
import Foundation

@testable import string_catalog

/// Writes catalogs for tests, from as little text as a test wants to say.
enum CatalogText {
    /// A catalog file with these members of `strings`, the first of which stands on line 2.
    static func file(_ strings: String, name: String = "Strings.xcstrings") -> SourceFile {
        let text = "{\"sourceLanguage\":\"en\",\"version\":\"1.0\",\"strings\":{\n\(strings)\n}}"
        return SourceFile(path: name, bytes: Array(text.utf8))
    }

    /// A key with a comment and these localizations, each as JSON.
    static func key(_ key: String, comment: String = "A text.", _ localizations: [String: String]) -> String {
        let members = localizations.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }
        return "\(quoted(key)):{\"comment\":\(quoted(comment)),\"localizations\":{\(members.joined(separator: ","))}}"
    }

    /// A key with plain texts, the English one also where a language has none of its own.
    static func key(
        _ key: String, comment: String = "A text.", en: String, zh: String? = nil, fr: String? = nil
    ) -> String {
        self.key(key, comment: comment, ["en": unit(en), "zh-Hans": unit(zh ?? en), "fr": unit(fr ?? en)])
    }

    /// A localization that is one text.
    static func unit(_ value: String, state: String = "translated") -> String {
        "{\"stringUnit\":{\"state\":\(quoted(state)),\"value\":\(quoted(value))}}"
    }

    /// A localization that varies by number.
    static func plural(_ forms: [String: String]) -> String {
        let members = forms.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(unit($0.value))" }
        return "{\"variations\":{\"plural\":{\(members.joined(separator: ","))}}}"
    }

    /// A localization with substitutions, given as the members of that object.
    static func unit(_ value: String, substitutions: String) -> String {
        unit(value).dropLast() + ",\"substitutions\":{\(substitutions)}}"
    }

    /// One substitution that varies by number.
    static func substitution(
        _ name: String, argNum: Int? = nil, specifier: String = "lld", _ forms: [String: String]
    ) -> String {
        let number = argNum.map { "\"argNum\":\($0)," } ?? ""
        return "\(quoted(name)):{\(number)\"formatSpecifier\":\(quoted(specifier)),\(plural(forms).dropFirst())"
    }

    /// A JSON string as Foundation writes it, which also checks this package's own reader.
    static func quoted(_ text: String) -> String {
        guard let data = try? JSONEncoder().encode(text) else { return "\"\"" }
        return String(decoding: data, as: UTF8.self)
    }

    /// The faults of a catalog.
    static func faults(_ strings: String) -> [CatalogFault] {
        CatalogReader.read(file(strings)).faults
    }

    /// The generated Swift of a catalog.
    static func source(_ strings: String) -> String {
        SwiftWriter.source(of: CatalogReader.read(file(strings)).catalog)
    }
}
