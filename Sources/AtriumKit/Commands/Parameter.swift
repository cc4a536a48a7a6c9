import Session

/// Something that may follow a command’s name.
public struct Parameter: Sendable {
    /// How the words of the line become a value.
    public enum Form: Sendable, Hashable {
        /// One word.
        case word
        /// One word that is a whole number above 0.
        case number
        /// The rest of the line as it was typed, with its quotes, `>`, `|` and `&`: the text of a note or a message. Empty
        /// quotes alone are no text.
        case text
        /// The rest of the line as one name, which may have blanks; quotation marks around all of it are not part of it.
        /// `>` and `|` redirect, `&` at the end puts it in the background.
        case name
        /// The rest of the line as words that keep their quotes: a query. `>` and `|` redirect, `&` at the end puts it in the background.
        case query
        /// `--name` alone.
        case flag
        /// `--name VALUE`.
        case option
    }

    /// What its values are, for completion.
    public enum Values: Sendable, Hashable {
        /// Anything.
        case free
        /// One of these words.
        case choices([String])
        /// A file’s name.
        case file
        /// The name of an app.
        case app
        /// The name of a tab of the current app.
        case tab
        /// The name of a command or an app.
        case command
        /// A route.
        case route
        /// A value of the setting that the word before names.
        case settingValue
        /// A theme.
        case theme
        /// An alias.
        case alias
        /// The name of a setting, of the shell or of an app.
        case setting
        /// One of the app’s own things, by the name that its factory knows.
        case item(String)
    }

    /// The name by which the command asks for its value; for flags and options without the dashes.
    public let name: String
    /// How the words of the line become a value.
    public let form: Form
    /// Whether it may be missing; flags and options always may.
    public let isOptional: Bool
    /// What its values are.
    public let values: Values

    /// One line on what a flag or option does; nil where its name says all.
    public let summary: LocalizedText?

    private init(_ name: String, _ form: Form, isOptional: Bool, values: Values, summary: LocalizedText? = nil) {
        self.name = name
        self.form = form
        self.isOptional = isOptional
        self.values = values
        self.summary = summary
    }

    /// One word.
    public static func word(_ name: String, isOptional: Bool = false, values: Values = .free) -> Parameter {
        Parameter(name, .word, isOptional: isOptional, values: values)
    }

    /// One whole number above 0, such as an id.
    public static func number(_ name: String, isOptional: Bool = false, values: Values = .free) -> Parameter {
        Parameter(name, .number, isOptional: isOptional, values: values)
    }

    /// The rest of the line, as it was typed.
    public static func text(_ name: String, isOptional: Bool = false, values: Values = .free) -> Parameter {
        Parameter(name, .text, isOptional: isOptional, values: values)
    }

    /// The rest of the line, as one name with or without quotation marks around it.
    public static func name(_ name: String, isOptional: Bool = false, values: Values = .free) -> Parameter {
        Parameter(name, .name, isOptional: isOptional, values: values)
    }

    /// The rest of the line, as a query; `values` are those of its terms, as they are typed with their quotes.
    public static func query(_ name: String, isOptional: Bool = false, values: Values = .free) -> Parameter {
        Parameter(name, .query, isOptional: isOptional, values: values)
    }

    /// `--name`.
    public static func flag(_ name: String, summary: LocalizedText? = nil) -> Parameter {
        Parameter(name, .flag, isOptional: true, values: .free, summary: summary)
    }

    /// `--name VALUE`.
    public static func option(_ name: String, values: Values = .free, summary: LocalizedText? = nil) -> Parameter {
        Parameter(name, .option, isOptional: true, values: values, summary: summary)
    }

    /// As help writes it.
    public var usage: String {
        switch form {
        case .flag: return "[--\(name)]"
        case .option:
            if case .choices(let words) = values { return "[--\(name) \(words.joined(separator: "|"))]" }
            return "[--\(name) \(name.uppercased())]"
        case .word, .number, .text, .name, .query:
            let label =
                if case .choices(let words) = values { words.joined(separator: "|") } else { name.uppercased() }
            return isOptional ? "[\(label)]" : label
        }
    }
}
