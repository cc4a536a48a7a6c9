// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// The result of a command: one typed value, which the screen, plain text and JSON show each in its way.
///
/// What came out is a `Codable` value; a reply beside it says how it goes on here: what is made in words only where
/// somebody needs it, and what is done once it was printed.
///
/// What the app’s panels show anyway is made in words only for who has no panels:
///
/// ```swift
/// model.show(.active)
/// return .onPanels { .records(try await model.notes()) }
/// ```
public struct Reply: Sendable {
    /// What came out.
    public enum Body: Equatable, Sendable, Codable {
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

    /// What came out; nothing where the panels show it, until it is made `inWords`.
    public let body: Body
    private let words: (@MainActor @Sendable () async throws -> Reply)?
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
        _ body: Body, notices: [LocalizedText] = [], endsShell: Bool = false,
        status: ExitStatus = .success, didPrint: (@MainActor @Sendable () async -> Void)? = nil
    ) {
        self.init(
            body, words: nil, notices: notices, endsShell: endsShell, status: status, didPrint: didPrint)
    }

    private init(
        _ body: Body, words: (@MainActor @Sendable () async throws -> Reply)?, notices: [LocalizedText],
        endsShell: Bool = false, status: ExitStatus = .success,
        didPrint: (@MainActor @Sendable () async -> Void)? = nil
    ) {
        self.didPrint = didPrint
        self.body = body
        self.words = words
        self.notices = notices
        self.endsShell = endsShell
        self.status = status
    }

    /// What the app’s panels show, and so need not be said beside them.
    ///
    /// - Parameters:
    ///   - notices: What is to be known beside it, wherever it is shown.
    ///   - status: How it went, unless the words say worse.
    ///   - words: Makes the reply for who has no panels; called right after the command, before anything else is
    ///     performed, or not at all.
    public static func onPanels(
        notices: [LocalizedText] = [], status: ExitStatus = .success,
        inWords words: @escaping @MainActor @Sendable () async throws -> Reply
    ) -> Reply {
        Reply(.nothing, words: words, notices: notices, status: status)
    }

    /// Whether the app’s panels show it, so that it is not made in words yet.
    public var isOnPanels: Bool { words != nil }

    /// The reply for who has no panels.
    ///
    /// - Throws: What making it throws.
    @MainActor
    public func inWords() async throws -> Reply {
        guard let words else { return self }
        let reply = try await words()
        return Reply(
            reply.body, notices: notices + reply.notices, endsShell: reply.endsShell,
            status: reply.status == .success ? status : reply.status, didPrint: reply.didPrint)
    }

    /// The notices for a person who is given the rows in words, with what they leave out.
    package var noticesInWords: [LocalizedText] {
        guard case .records(let records) = body, let notice = records.cut?.notice else { return notices }
        return [notice] + notices
    }

    /// Nothing to say.
    public static let nothing = Reply(.nothing)

    /// Rows.
    ///
    /// - Parameter notices: What is to be known beside them.
    public static func records(
        _ records: Records, notices: [LocalizedText] = [], status: ExitStatus = .success
    ) -> Reply {
        Reply(.records(records), notices: notices, status: status)
    }

    /// A sentence, with the facts in it for programs.
    public static func message(_ text: LocalizedText, _ facts: Fact..., notices: [LocalizedText] = []) -> Reply {
        Reply(.message(text, facts: facts), notices: notices)
    }
}

/// A named value.
public struct Fact: Equatable, Sendable, Codable {
    /// The name in JSON: a lower-case English word.
    public let key: String
    /// What it is, as programs and people read it.
    public let value: Value

    /// A named value.
    public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }
}

extension Reply {
    /// So many sentences are read as well as their number is.
    private static let fewest = 3

    /// What a command came to that was performed for several things, one after another: the sentence of each, of more than
    /// a few their number, and whatever is to be known beside any of them.
    init(of command: String, forEach replies: [Reply]) {
        let sentences = replies.compactMap { if case .message(let sentence, _) = $0.body { sentence } else { nil } }
        let text =
            sentences.count == replies.count && replies.count <= Self.fewest
            ? LocalizedText("performed.each") { language in
                sentences.map { $0.string(in: language) }.joined(separator: language == .simplifiedChinese ? "" : " ")
            } : Strings.performedForSeveral(command: command, count: replies.count)
        self.init(
            .message(text, facts: [Fact("count", .number(replies.count))]), notices: replies.flatMap(\.notices),
            status: replies.map(\.status).first { $0 != .success } ?? .success)
    }
}

/// One thing: its fields, and its text if it has one.
public struct Detail: Equatable, Sendable, Codable {
    /// One field.
    public struct Field: Equatable, Sendable, Codable {
        /// The name in JSON.
        public let key: String
        /// The label for people.
        public let title: LocalizedText
        /// What it is, as programs and people read it.
        public let value: Value
        /// Whether only programs see it.
        public let isHidden: Bool

        /// A field of these facts.
        public init(_ key: String, _ title: LocalizedText, _ value: Value, isHidden: Bool = false) {
            self.key = key
            self.title = title
            self.value = value
            self.isHidden = isHidden
        }
    }

    /// The fields, in order.
    public let fields: [Field]
    /// The name of the text in JSON, and the text.
    public let text: Fact?
    /// What stands below the text, a line for each value of a list, such as where its links lead.
    public let notes: Fact?

    /// A thing of these fields and this text.
    public init(fields: [Field], text: Fact? = nil, notes: Fact? = nil) {
        self.fields = fields
        self.text = text
        self.notes = notes
    }
}
