// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// The name of a program wherever it appears: on the screen, in its help, in the names of its files.
///
/// ```swift
/// ProgramIdentity("Two Apps", command: "twoapps", version: "1.0", summary: Strings.summary)
/// ```
public struct ProgramIdentity: Sendable {
    /// The name for people.
    public let name: String
    /// The command that starts it, in lower-case ASCII letters: also the prompt before the login, and the name of
    /// its folder, its store and its manual.
    public let command: String
    /// The text in the upper left corner of the screen.
    public let logo: String
    /// The version, as `version` and `--version` say it.
    public let version: String
    /// One line on its purpose, in its help.
    public let summary: LocalizedText
    /// The text of the very first start; `nil` for the default welcome.
    public let welcome: LocalizedText?
    /// The command for looking around in it without an account; `nil` for none.
    public let demonstration: String?
    /// Lines that can be typed to start it, for its manual.
    public let examples: [String]
    /// The languages in which it speaks, the first of which is for users of all others.
    public let languages: [Language]

    /// A program of this name.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - command: The command; `nil` for the Latin letters and digits of the name in lower case, or `shell`.
    ///   - logo: The text on the screen; `nil` for the name in upper case.
    ///   - version: The version.
    ///   - summary: One line on its purpose.
    ///   - welcome: The text of the very first start; `nil` for the default welcome.
    ///   - demonstration: The command for looking around in it without an account; `nil` for none.
    ///   - examples: Lines that can be typed to start it.
    ///   - languages: The languages in which its apps have texts. With one there is no choice of a language. A file in
    ///     the folder `languages` of its configuration adds one.
    public init(
        _ name: String, command: String? = nil, logo: String? = nil, version: String, summary: LocalizedText,
        welcome: LocalizedText? = nil, demonstration: String? = nil, examples: [String] = [],
        languages: [Language] = [.english]
    ) {
        self.name = name
        let letters = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        self.command = command ?? (letters.isEmpty ? "shell" : letters)
        self.logo = logo ?? name.uppercased()
        self.version = version
        self.summary = summary
        self.welcome = welcome
        self.demonstration = demonstration
        self.examples = examples
        self.languages = languages.isEmpty ? [.english] : languages
    }

    /// The name of one of the program’s own variables in the environment: `TWOAPPS_HOME` for `HOME`.
    public func variable(_ name: String) -> String {
        let prefix = command.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return "\(String(prefix))_\(name)"
    }

    /// A program without a name, as in tests of an app alone.
    public static let unnamed = ProgramIdentity(
        "Shell", version: "0", summary: LocalizedText(verbatim: "A shell."), languages: Language.ofKit)

    /// The same program with further languages.
    public func speaking(_ more: [Language]) -> ProgramIdentity {
        ProgramIdentity(
            name, command: command, logo: logo, version: version, summary: summary, welcome: welcome,
            demonstration: demonstration, examples: examples,
            languages: languages + more.filter { !languages.contains($0) })
    }
}

extension ProgramIdentity: Hashable {
    /// Programs with the same name are equal.
    public static func == (one: ProgramIdentity, other: ProgramIdentity) -> Bool {
        one.name == other.name && one.command == other.command && one.version == other.version
    }

    /// Hashes what the program is called.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(command)
        hasher.combine(version)
    }
}
