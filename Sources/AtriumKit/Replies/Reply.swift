// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// The result of a command: one typed value, which the stage, plain text and JSON show each in its way.
public struct Reply: Sendable {
    /// What came out.
    public enum Body: Sendable {
        /// Nothing to say.
        case nothing
        /// A sentence, with the facts in it for programs.
        case message(LocalizedText, facts: [Fact])
        /// Rows.
        case records(Records)
        /// One thing with its fields.
        case detail(Detail)
        /// Lines that are already laid out, such as the frame.
        case lines([String])
    }

    /// What came out.
    public let body: Body
    /// Whether the app’s panels show it already, so that on a stage it need not be printed beside them.
    public let isOnStage: Bool
    /// Sentences beside the result, such as rows that an import refused; plain text sends them to standard error.
    public let notices: [LocalizedText]
    /// Whether the shell ends after this.
    public let endsShell: Bool
    /// How it went: other than success for work that was done in part only, which has a result all the same.
    public let status: ExitStatus
    /// Called when somebody has been given the result in words, and not where the app’s panels show it: what was printed
    /// has been seen.
    public let didPrint: (@MainActor @Sendable () async -> Void)?

    /// A reply of these parts.
    public init(
        _ body: Body, isOnStage: Bool = false, notices: [LocalizedText] = [], endsShell: Bool = false,
        status: ExitStatus = .success, didPrint: (@MainActor @Sendable () async -> Void)? = nil
    ) {
        self.didPrint = didPrint
        self.body = body
        self.isOnStage = isOnStage
        self.notices = notices
        self.endsShell = endsShell
        self.status = status
    }

    /// The notices for a person who is given the rows in words, with what they leave out.
    var noticesInWords: [LocalizedText] {
        guard case .records(let records) = body, let notice = records.cut?.notice else { return notices }
        return [notice] + notices
    }

    /// Nothing to say.
    public static let nothing = Reply(.nothing)

    /// A sentence, with the facts in it for programs.
    public static func message(_ text: LocalizedText, _ facts: Fact..., notices: [LocalizedText] = []) -> Reply {
        Reply(.message(text, facts: facts), notices: notices)
    }
}

/// A named value.
public struct Fact: Sendable {
    /// The name in JSON: a lower-case English word.
    public let key: String
    /// The value.
    public let value: Value

    /// A named value.
    public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }
}
