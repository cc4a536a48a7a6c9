// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
import AtriumShell
public import AtriumSession
import AtriumTerminal
public import AtriumWorlds

/// A single app with a model of its own, whose commands a test performs.
///
/// ```swift
/// let app = try AppUnderTest(ListsFactory(in: world), in: world)
/// #expect(try await app.message("add Milk") == "Number 1 is on the list.")
/// ```
@MainActor
public final class AppUnderTest<Factory: AppFactory> {
    /// The model of the app’s views and commands.
    public let model: Factory.Model
    /// The language of the app’s output.
    public var language: Language
    private let factory: Factory
    private let world: World
    private let prompter: CannedPrompter

    /// An app in a world, for one user.
    ///
    /// - Parameters:
    ///   - factory: The factory of the app.
    ///   - world: The world in which it runs.
    ///   - user: The owner of the data.
    ///   - language: The language of its sentences.
    ///   - answers: The answers to the questions of the app’s commands.
    /// - Throws: `CatalogFault` for an app that a program would refuse at its start, or the error of `makeModel`.
    public init(
        _ factory: Factory, in world: World, user: UserID = UserID(rawValue: 1), language: Language = .english,
        answers: [String] = []
    ) throws {
        try ([factory] as [any AppFactory]).check()
        self.factory = factory
        self.world = world
        self.language = language
        prompter = CannedPrompter(answers)
        let now = world.clock.now
        model = try factory.makeModel(
            for: UserSession(
                id: 1, user: user, name: "ana", startedAt: now, expiresAt: now + .seconds(86_400), idleLimit: nil),
            in: world)
    }

    /// Performs a line as if the user had typed it in the app.
    ///
    /// - Returns: The reply as text, without panels; an empty reply for an empty line.
    /// - Throws: `CommandFault` for a wrong line, or the command’s error.
    public func perform(_ line: String) async throws -> Reply {
        let vocabulary = Vocabulary(
            app: factory.id, appCommands: factory.anyCommands, shellCommands: [], apps: [factory.id])
        let switching = AnyCommand(
            inert: CommandSpec("switch", category: .moving, summary: LocalizedText(verbatim: "")))
        guard let invocation = try CommandParser.parse(line, with: vocabulary, switching: switching) else {
            return .nothing
        }
        let context = CommandContext(language: language, world: world, prompter: prompter)
        return try await invocation.perform(for: model, context).inWords()
    }

    /// Returns the sentence that answers a line; `nil` if the reply is not a sentence.
    ///
    /// - Throws: As `perform`.
    public func message(_ line: String) async throws -> String? {
        guard case .message(let text, _) = try await perform(line).body else { return nil }
        return text.string(in: language)
    }
}

extension AnyCommand {
    /// Creates a command that does nothing, for tests of reading lines.
    public init(inert spec: CommandSpec) {
        self.init(spec) { (_: AnyObject, _) in .nothing }
    }
}

/// Answers questions from a list until it is empty.
@MainActor
public final class CannedPrompter: Prompter {
    private var answers: [String]
    /// The questions so far, as keys of the catalog.
    public private(set) var asked: [String] = []

    /// A prompter that gives these answers, in order.
    public init(_ answers: [String] = []) { self.answers = answers }

    /// The next answer.
    ///
    /// - Throws: `CommandFault.noAnswer` if none is left.
    public func ask(_ question: LocalizedText) async throws -> String {
        asked.append(question.key)
        guard !answers.isEmpty else { throw CommandFault.noAnswer }
        return answers.removeFirst()
    }

    /// The next answer.
    ///
    /// - Throws: As `ask`.
    public func askSecret(_ question: LocalizedText) async throws -> Secret { Secret(try await ask(question)) }

    /// Replaces the text with the next answer.
    ///
    /// - Throws: As `ask`, or the error of `use`.
    public func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {
        var result = text
        result.text = try await ask(LocalizedText(verbatim: text.text))
        try await use(result)
    }

    /// Does nothing.
    public func progress(_ done: Int, of total: Int?) {}
}
