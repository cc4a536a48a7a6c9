// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFaults
public import AtriumSession

/// The result of a command: one typed value, which the screen, plain text and JSON show each in its way.
///
/// The result is a `Codable` value; a reply beside it determines the display here: text that is made only on
/// demand, and the work after printing.
///
/// Data that the app’s panels show anyway is made as text only without panels:
///
/// ```swift
/// model.show(.active)
/// return .onPanels { .records(try await model.notes()) }
/// ```
public struct Reply: Sendable {
    /// The result.
    public enum Body: Equatable, Sendable, Codable {
        /// Nothing to say.
        case nothing
        /// A sentence, with the facts in it for programs.
        case message(LocalizedText, facts: [Fact])
        /// Rows.
        case records(Records)
        /// One item with its fields.
        case detail(Detail)
        /// Lines that are already laid out, such as the frame.
        case lines([String])
    }

    /// Lines for a screen of a size in columns and rows, laid over its panels; none for nothing.
    public typealias Overlay = @MainActor @Sendable (_ columns: Int, _ rows: Int) -> [String]

    /// The result; empty if the panels show it, until it is made `inWords`.
    public let body: Body
    /// The lines that a screen lays over the panels that show the result, such as a picture which needs all the room.
    public let overlay: Overlay?
    private let words: (@MainActor @Sendable () async throws -> Reply)?
    /// Sentences beside the result, such as rows that an import refused; plain text sends them to standard error.
    public let notices: [LocalizedText]
    /// Whether the shell ends after this.
    public let endsShell: Bool
    /// The exit status: other than success for partial work, which has a result all the same.
    public let status: ExitStatus
    /// Called when the result was printed as text, and not if the app’s panels show it: printed text
    /// counts as seen.
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
        endsShell: Bool = false, status: ExitStatus = .success, overlay: Overlay? = nil,
        didPrint: (@MainActor @Sendable () async -> Void)? = nil
    ) {
        self.didPrint = didPrint
        self.overlay = overlay
        self.body = body
        self.words = words
        self.notices = notices
        self.endsShell = endsShell
        self.status = status
    }

    /// A result that the app’s panels show, and that need not be printed beside them.
    ///
    /// - Parameters:
    ///   - notices: The notices beside it, wherever it is shown.
    ///   - status: The exit status, unless that of the text is worse.
    ///   - overlay: Makes the lines that a screen lays over the panels; they are not broken.
    ///   - words: Makes the reply as text; called right after the command, before anything else is
    ///     performed, or not at all.
    public static func onPanels(
        notices: [LocalizedText] = [], status: ExitStatus = .success, overlay: Overlay? = nil,
        inWords words: @escaping @MainActor @Sendable () async throws -> Reply
    ) -> Reply {
        Reply(.nothing, words: words, notices: notices, status: status, overlay: overlay)
    }

    /// Whether the app’s panels show it, so that it is not made in words yet.
    public var isOnPanels: Bool { words != nil }

    /// The reply as text.
    ///
    /// - Throws: The errors of making it.
    @MainActor
    public func inWords() async throws -> Reply {
        guard let words else { return self }
        let reply = try await words()
        return Reply(
            reply.body, notices: notices + reply.notices, endsShell: reply.endsShell,
            status: reply.status == .success ? status : reply.status, didPrint: reply.didPrint)
    }

    /// The notices for a person who reads the rows as text, with the left-out rows.
    package var noticesInWords: [LocalizedText] {
        guard case .records(let records) = body, let notice = records.cut?.notice else { return notices }
        return [notice] + notices
    }

    /// Nothing to say.
    public static let nothing = Reply(.nothing)

    /// Rows.
    ///
    /// - Parameters:
    ///   - records: The rows.
    ///   - notices: The notices beside them.
    ///   - status: The exit status, other than success for a list that is not whole.
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
    /// The value, for programs and people.
    public let value: Value

    /// A named value.
    public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }
}

extension Reply {
    /// Fewer sentences than this are listed; of more only the number is shown.
    private static let fewest = 3

    /// The result of a command on several items, one after another: the sentence of each, or for more than
    /// a few their number, and all notices beside them.
    init(forEach replies: [Reply], summary: (_ count: Int) -> LocalizedText) {
        let sentences = replies.compactMap { if case .message(let sentence, _) = $0.body { sentence } else { nil } }
        let text =
            sentences.count == replies.count && replies.count <= Self.fewest
            ? LocalizedText("performed.each") { language in
                sentences.map { $0.string(in: language) }.joined(separator: language == .simplifiedChinese ? "" : " ")
            } : summary(replies.count)
        self.init(
            .message(text, facts: [Fact("count", .number(replies.count))]), notices: replies.flatMap(\.notices),
            status: replies.map(\.status).first { $0 != .success } ?? .success)
    }
}

/// One item: its fields, and its text if it has one.
public struct Detail: Equatable, Sendable, Codable {
    /// One field.
    public struct Field: Equatable, Sendable, Codable {
        /// The name in JSON.
        public let key: String
        /// The label for people.
        public let title: LocalizedText
        /// The value, for programs and people.
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
    /// The lines below the text, one for each value of a list, such as the targets of its links.
    public let notes: Fact?

    /// A thing of these fields and this text.
    public init(fields: [Field], text: Fact? = nil, notes: Fact? = nil) {
        self.fields = fields
        self.text = text
        self.notes = notes
    }
}
