// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// The rest of the line.
extension Parameter where Value == String {
    /// The rest of the line, as it was typed.
    public static func text(
        _ name: String, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil,
        terms: [ParameterSpec.Term] = []
    ) -> Parameter {
        Parameter(name, .text, values: values, summary: summary, terms: terms)
    }

    /// The rest of the line as it was typed, without the quotation marks around all of it: a text that is a name.
    public static func title(_ name: String, summary: LocalizedText? = nil) -> Parameter {
        Parameter(name, .text, values: .free, summary: summary) {
            (word) throws(CommandFault) in
            WordScanner.unquoted(word.text)
        } writing: {
            $0
        }
    }

    /// The rest of the line, as one name with or without quotation marks around it.
    public static func name(
        _ name: String, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil
    ) -> Parameter {
        Parameter(name, .name, values: values, summary: summary)
    }

    /// The rest of the line, as a query; `values` are those of its terms, as they are typed with their quotes.
    public static func query(
        _ name: String, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil,
        terms: [ParameterSpec.Term] = []
    ) -> Parameter {
        Parameter(name, .query, values: values, summary: summary, terms: terms)
    }
}
