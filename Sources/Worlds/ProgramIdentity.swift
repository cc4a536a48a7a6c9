// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// What a program is called, wherever its name is said: on the screen, in its help, in the names of its files.
///
/// ```swift
/// ProgramIdentity("Two Apps", command: "twoapps", version: "1.0", summary: Strings.summary)
/// ```
public struct ProgramIdentity: Sendable {
    /// The name for people.
    public let name: String
    /// What is typed to start it, in lower-case ASCII letters: also the prompt while nobody is logged in, and the name of
    /// its folder, its store and its manual.
    public let command: String
    /// What stands in the upper left corner of the screen.
    public let logo: String
    /// The version, as `version` and `--version` say it.
    public let version: String
    /// One line on what it is for, in its help.
    public let summary: LocalizedText
    /// What it says at the very first start; nil: that one is welcome to it.
    public let welcome: LocalizedText?
    /// What can be typed to look around in it without an account; nil: nothing.
    public let demonstration: String?
    /// Lines that can be typed to start it, for its manual.
    public let examples: [String]

    /// A program of this name.
    ///
    /// - Parameters:
    ///   - command: What is typed; nil: the Latin letters and digits of the name in lower case, or `shell`.
    ///   - logo: What stands on the screen; nil: the name in upper case.
    public init(
        _ name: String, command: String? = nil, logo: String? = nil, version: String, summary: LocalizedText,
        welcome: LocalizedText? = nil, demonstration: String? = nil, examples: [String] = []
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
    }

    /// The name of one of the program’s own variables in the environment: `TWOAPPS_HOME` for `HOME`.
    public func variable(_ name: String) -> String {
        let prefix = command.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return "\(String(prefix))_\(name)"
    }

    /// A program that nobody has named, as in tests of an app alone.
    public static let unnamed = ProgramIdentity("Shell", version: "0", summary: LocalizedText(verbatim: "A shell."))
}

extension ProgramIdentity: Hashable {
    /// Programs are the same that are called the same.
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
