// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// The case of a type whose sentence a text is: the line `case: ItemFault.notTogether(first, [others])` of a comment.
struct CatalogCase: Equatable {
    /// A value of the case.
    enum Value: Equatable {
        /// The argument of this name; the property that gives its text; whether the value is optional, and there.
        case argument(String, property: String?, isOptional: Bool)
        /// The argument of this name, from a list of words.
        case list(String)
        /// No value.
        case none
        /// A value that the text does not have.
        case ignored
    }

    /// The type, as Swift names it.
    let type: String
    /// The case.
    let name: String
    /// Its values, in their order.
    let values: [Value]

    /// Reads the line behind `case:`; `nil` if it has another form.
    init?(_ text: some StringProtocol) {
        let head = text.prefix { $0 != "(" }
        let names = head.split(separator: ".", omittingEmptySubsequences: false)
        guard names.count > 1, let last = names.last, SwiftName.isArgument(String(last)),
            names.dropLast().allSatisfy({ SwiftName.isType(String($0)) })
        else { return nil }
        type = names.dropLast().joined(separator: ".")
        name = String(last)
        guard head.endIndex < text.endIndex else {
            values = []
            return
        }
        guard text.hasSuffix(")") else { return nil }
        let list = text[text.index(after: head.endIndex)...].dropLast().split(separator: ",")
        let values = list.map { Value(String($0.drop { $0 == " " })) }
        self.values = values.compactMap(\.self)
        guard !values.isEmpty, self.values.count == values.count else { return nil }
    }

    /// The names of the arguments that its values give.
    var arguments: [String] {
        values.compactMap {
            switch $0 {
            case .argument(let name, _, _), .list(let name): name
            case .none, .ignored: nil
            }
        }
    }

    /// The pattern that the case matches.
    var pattern: String {
        let values = values.map { value in
            switch value {
            case .argument(let name, _, let isOptional): "let \(SwiftName.declared(name))" + (isOptional ? "?" : "")
            case .list(let name): "let \(SwiftName.declared(name))"
            case .none: "nil"
            case .ignored: "_"
            }
        }
        let name = SwiftName.declared(name)
        return values.isEmpty ? ".\(name)" : ".\(name)(\(values.joined(separator: ", ")))"
    }

    /// The sentence of a text with its values.
    ///
    /// - Parameter catalog: The type of the text, since a value may have the name of a text.
    func sentence(of entry: CatalogEntry, in catalog: String) -> String {
        let member = "\(catalog).\(SwiftName.declared(entry.name))"
        guard let names = entry.argumentNames, !names.isEmpty else { return member }
        let words = names.map { name in
            for case .argument(name, let property?, _) in values {
                return "\(name): \(SwiftName.declared(name)).\(property)"
            }
            return "\(name): \(values.contains(.list(name)) ? "\(name)_" : SwiftName.declared(name))"
        }
        // The innermost list is the last one.
        return values.reversed().reduce("\(member)(\(words.joined(separator: ", ")))") { text, value in
            guard case .list(let name) = value else { return text }
            return "LocalizedText.listing(\(SwiftName.declared(name))) { \(name)_ in \(text) }"
        }
    }
}

extension CatalogCase.Value {
    fileprivate init?(_ text: String) {
        if text == "nil" || text == "_" {
            self = text == "_" ? .ignored : .none
        } else if text.hasPrefix("["), text.hasSuffix("]") {
            self = .list(String(text.dropFirst().dropLast()))
        } else {
            let parts = text.split(separator: ".", maxSplits: 1)
            let isOptional = text.hasSuffix("?")
            self = .argument(
                String((parts.first ?? "").prefix { $0 != "?" }), property: parts.count > 1 ? String(parts[1]) : nil,
                isOptional: isOptional)
        }
    }
}

/// The cases whose sentences sources compose, by type: those in the switches of its property `sentence`.
///
/// They are read from tokens: `case .name` inside the first braces behind `var sentence`, inside those behind
/// `extension ItemFault` or `enum ItemFault`.
struct ComposedCases {
    /// The names of the cases of each type.
    private(set) var names: [String: Set<String>] = [:]
    /// The modules that the sources with such a property import.
    private(set) var imports: Set<String> = []

    /// Adds those of a source file.
    mutating func add(_ source: ScannedSource) {
        var depth = 0
        var type: (name: String, depth: Int)?
        var sentence: Int?
        var imported: Set<String> = []
        var hasSentence = false
        var index = 0
        while index < source.tokens.count {
            switch source.word(index) {
            case "import": imported.insert(source.word(index + 1))
            case "extension" where depth == 0, "enum" where type == nil:
                var name = source.word(index + 1)
                index += 1
                while source.isSymbol(index + 1, "."), !source.word(index + 2).isEmpty {
                    name += "." + source.word(index + 2)
                    index += 2
                }
                type = (name, depth)
            case "sentence" where type != nil && source.word(index - 1) == "var":
                (sentence, hasSentence) = (depth, true)
            case "case" where depth == sentence.map { $0 + 2 }:
                // Up to the colon that ends the patterns, the names that begin one: none of those with a condition.
                var (open, found): (Int, Set<String>) = (0, [])
                while index + 1 < source.tokens.count, open > 0 || !source.isSymbol(index + 1, ":") {
                    let isFirst = source.word(index) == "case" || source.isSymbol(index, ",")
                    index += 1
                    if source.isSymbol(index, "(") { open += 1 }
                    if source.isSymbol(index, ")") { open -= 1 }
                    if open == 0, isFirst, source.isSymbol(index, ".") { found.insert(source.word(index + 1)) }
                    if open == 0, source.word(index) == "where" { found = [] }
                }
                if let type { names[type.name, default: []].formUnion(found) }
            default: break
            }
            if source.isSymbol(index, "{") { depth += 1 }
            if source.isSymbol(index, "}") {
                depth -= 1
                if depth == sentence { sentence = nil }
                if depth == type?.depth { type = nil }
            }
            index += 1
        }
        if hasSentence { imports.formUnion(imported) }
    }
}
