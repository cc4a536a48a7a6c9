// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFaults
public import AtriumSession
public import AtriumTerminal
import AtriumWorlds

/// Reads a text of several lines, and keeps the typed part from being lost.
///
/// An app provides the storage of the text, and the questions:
///
/// ```swift
/// let capture = TextCapture(prompts, in: context) { try await service.keep($0) }
/// let text = try await capture.lines(endingWithDot: true)
/// ```
@MainActor
public final class TextCapture {
    /// The questions for the text.
    public struct Prompts: Sendable {
        /// The title of the panel in which it is written.
        let title: LocalizedText
        /// The question for its first line, if there is no such panel.
        let first: LocalizedText
        /// The remark on the text beside the title, as it grows.
        let measuring: (@MainActor @Sendable (String) -> LocalizedText)?

        /// Questions with these words.
        public init(
            title: LocalizedText, first: LocalizedText,
            measuring: (@MainActor @Sendable (String) -> LocalizedText)? = nil
        ) {
            self.title = title
            self.first = first
            self.measuring = measuring
        }
    }

    /// Why there is no text, though there is something of it.
    public enum Fault: Error, Hashable, Sendable {
        /// The user pressed Ctrl-C; the text is kept.
        case brokenOff
        /// The input ended before the text did; what came is kept. It ends a text that may not be kept.
        case cut
        /// A line could not be read; the others are kept.
        case damaged(InputFault)
        /// The login that the text was for does not hold any more; it is kept.
        case loginEnded(AuthenticationFault)
    }

    /// Keeps all of a text as far as it has come.
    public typealias Keep = @MainActor (String) async throws -> Void

    private let prompts: Prompts
    private let context: CommandContext
    private let keeping: Keep?
    private var lines: [String]
    /// The typed part of the line after them.
    private var typed = ""
    /// Whether a user types the lines.
    private var isTyped = false
    private var saving: Task<Void, any Error>?
    private var savingLater: Task<Void, Never>?
    private var lastSave: Duration
    /// A pasted or piped text is not saved line by line: up to here each line is, then once a second.
    private static let savedAtOnce = 20

    /// - Parameters:
    ///   - prompts: The prompts of the first line and of the others.
    ///   - text: The beginning of the text, which is continued.
    ///   - context: The context of the command.
    ///   - keep: Keeps the text, called again only when it has returned; `nil` if no part of it may be kept.
    public init(_ prompts: Prompts, startingWith text: String? = nil, in context: CommandContext, keep: Keep?) {
        self.prompts = prompts
        self.context = context
        keeping = keep
        lines = text.map { [$0] } ?? []
        lastSave = context.world.clock.elapsed
    }

    /// Lines up to one that is only a dot, as mail programs end a text, or up to the end of the input.
    ///
    /// - Returns: The text; no part of it is kept any more after this.
    /// - Throws: `Fault`, after which the typed text is kept; the errors of asking.
    public func lines(endingWithDot: Bool) async throws -> String {
        defer { savingLater?.cancel() }
        var damage: InputFault?
        do {
            if endingWithDot, let text = try await written() {
                lines = [text]
                return try await finished()
            }
            if !lines.isEmpty { context.prompter.show(lines.joined(separator: "\n")) }
            while let line = try await next(&damage) {
                if endingWithDot, line == "." { break }
                lines.append(line)
                if endingWithDot || isTyped { try await keepSoon() }
            }
        } catch CommandFault.noAnswer where (!endingWithDot || keeping == nil) && (!lines.isEmpty || damage != nil) {
            // The end of the input ends the text; one that may not be kept would be lost otherwise.
        } catch CommandFault.noAnswer where !lines.isEmpty || damage != nil {
            try await keep()
            if damage == nil { throw Fault.cut }
        } catch CommandFault.cancelled where !(lines.isEmpty && typed.isEmpty) && keeping != nil {
            try await keep()
            throw Fault.brokenOff
        } catch let fault as InputFault {
            // The terminal is gone.
            try await keep()
            throw fault
        }
        if let damage {
            if keeping == nil || lines.isEmpty { throw damage }
            try await keep()
            throw Fault.damaged(damage)
        }
        return try await finished()
    }

    /// The whole text, for a login that still holds; otherwise it is kept.
    private func finished() async throws -> String {
        do { try await context.requireLogin() } catch let fault as AuthenticationFault where keeping != nil {
            try await keep()
            throw Fault.loginEnded(fault)
        }
        await finishSaving()
        return lines.joined(separator: "\n")
    }
}

extension TextCapture {
    /// The text, written in a panel if there is one; `nil` for line by line.
    private func written() async throws -> String? {
        let before = lines
        // The panel has all of it; the kept text is the same.
        lines = []
        let typing: @MainActor @Sendable (String) async -> Void = { [self] in
            typed = $0
            isTyped = true
            try? await keep()
        }
        guard
            let text = try await context.prompter.write(
                prompts.title, startingWith: before.joined(separator: "\n"), measuring: prompts.measuring,
                typing: keeping == nil ? nil : typing)
        else {
            lines = before
            return nil
        }
        typed = ""
        return text
    }

    /// Waits for the present saving: nothing may be kept any more of a text that is about to be stored.
    private func finishSaving() async {
        savingLater?.cancel()
        try? await saving?.value
    }

    /// The next line; one that cannot be read is passed over, since what follows it is text all the same, and no command.
    private func next(_ damage: inout InputFault?) async throws -> String? {
        while true {
            do {
                let question = lines.isEmpty ? prompts.first : Strings.promptNextLine
                let line = try await context.prompter.ask(question) { [self] in
                    typed = $0
                    isTyped = true
                    try? await keep()
                }
                typed = ""
                return line
            } catch let fault as InputFault where fault.line != nil {
                damage = damage ?? fault
            }
        }
    }

    private func keepSoon() async throws {
        if lines.count <= Self.savedAtOnce || context.world.clock.elapsed - lastSave > .seconds(1) {
            return try await keep()
        }
        guard savingLater == nil else { return }
        savingLater = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(1))) != nil, !Task.isCancelled else { return }
            self?.savingLater = nil
            try? await self?.keep()
        }
    }

    /// Keeps the present text, after any saving in progress: it is one text.
    private func keep() async throws {
        let text = (lines + (typed.isEmpty ? [] : [typed])).joined(separator: "\n")
        guard !text.isEmpty, let keeping else { return }
        lastSave = context.world.clock.elapsed
        let before = saving
        let task = Task {
            try? await before?.value
            try await keeping(text)
        }
        saving = task
        try await task.value
    }
}

/// The text of a command in progress.
public struct BegunText: Sendable, Hashable {
    /// The name of the command.
    public let command: String
    /// The words between the command and the text, without quotation marks.
    public let words: [String]
    /// The options before the text, with their dashes.
    public let options: Set<String>
    /// The text so far.
    public let text: String

    /// A text behind a command and these words.
    public init(command: String, words: [String] = [], options: Set<String> = [], text: String) {
        self.command = command
        self.words = words
        self.options = options
        self.text = text
    }
}

/// A text in an editor.
public struct EditedText: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The version that the text was made from, as its app counts.
    public var base: Int
    /// Whether it may not lie on a disk as it is.
    public let isSecret: Bool
    /// The command that edits it, as the user would type it, by which an interrupted edit is found again.
    public let command: String
    /// The command that changes it without an editor.
    public let otherwise: String

    /// A text of these facts.
    public init(_ text: String, base: Int, isSecret: Bool = false, command: String, otherwise: String) {
        self.text = text
        self.base = base
        self.isSecret = isSecret
        self.command = command
        self.otherwise = otherwise
    }
}

/// Why a typed text did not become what it was for: it is kept.
public struct KeptText: Error, Sendable {
    /// The reason.
    public enum Reason: Sendable {
        /// The text did not come to its end.
        case interrupted(TextCapture.Fault)
        /// The app refused it.
        case refused(any UserFacing & Sendable)
    }

    /// The reason.
    public let reason: Reason
    /// The command that continues the text.
    public let command: String

    /// - Parameters:
    ///   - reason: The reason.
    ///   - command: The command that continues the text.
    public init(_ reason: Reason, continuedBy command: String) { (self.reason, self.command) = (reason, command) }

    /// The fault that a sentence about the text follows; `nil` for none.
    private var cause: (any UserFacing)? {
        switch reason {
        case .interrupted(.loginEnded(let fault)): fault
        case .interrupted(.damaged(let fault)): fault
        case .interrupted: nil
        case .refused(let fault): fault
        }
    }
}

extension KeptText: UserFacing {
    /// The code of the cause, if there is one.
    public var code: String {
        if case .interrupted(.brokenOff) = reason { return "cancelled" }
        return cause?.code ?? "text.cut"
    }

    /// The reason, and the command that continues the text.
    public var sentence: LocalizedText {
        switch reason {
        case .interrupted(.cut): Strings.textCut(command: command)
        case .interrupted, .refused:
            cause.map { $0.sentence.followed(by: Strings.textKept(command: command)) }
                ?? Strings.textKept(command: command)
        }
    }

    /// The status of the cause, if there is one.
    public var status: ExitStatus { cause?.status ?? .failure }
}
