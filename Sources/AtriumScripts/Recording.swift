// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumTerminal

/// A shell whose session can be recorded.
@MainActor
public protocol RecordableSubject: ScriptSubject {
    /// The files that a command names, as typed; a recording includes them.
    func files(in command: String) -> [String]

    /// The question for the password of a locked login; `nil` if no login is locked.
    var passwordQuestion: LocalizedText? { get }

    /// Whether a line typed while the login is locked is a command, not the password.
    func isCommand(_ line: String) -> Bool
}

/// Creates the shell in which a user’s session is recorded, and the shells that replay it.
@MainActor
public protocol RecordingShellFactory: ScriptShellFactory {
    /// The program’s name at the recorder’s prompt while no user is logged in.
    var program: String { get }

    /// The password of the users of scripts.
    var password: String { get }

    /// Creates a shell, as for a script, whose commands read their input from `answers`.
    func makeSubject(
        settings: ScriptSettings, folder: String, answers: any LineSource
    ) async throws -> any RecordableSubject
}

/// Passes on the user’s answers and keeps them for a recording; replaces passwords in both.
///
/// The command gets the stand-in, not the password, so that the recording is what happened.
@MainActor
final class RecordingLines: LineSource {
    var answerer: Answerer { source.answerer }
    var showsRemarks: Bool { false }
    private let source: any LineSource
    /// The passwords typed so far.
    private(set) var secrets: RecordedSecrets
    private var answers: [String] = []
    private var isCut = false
    /// The stand-in of a password given before the command asks for it.
    private var given: String?

    /// - Parameters:
    ///   - source: The source that answers the questions.
    ///   - password: The password of the users of scripts, the only one that is its own stand-in.
    init(_ source: any LineSource, password: String) {
        self.source = source
        secrets = RecordedSecrets(password: password)
    }

    /// Returns the answers since the last call; `nil` if a question got no answer, which a script cannot express.
    func take() -> [String]? {
        defer { (answers, isCut) = ([], false) }
        return isCut ? nil : answers
    }

    /// Gives a password before the command asks for it.
    func give(_ secret: String) { given = secrets.standIn(for: secret) }

    func nextLine(_ prompt: Prompt, history: String?) async throws -> LineInput {
        let input = try await source.nextLine(prompt, history: history)
        guard case .line(let answer) = input else { return keep(input) }
        return keep(.line(secrets.redacted(answer)))
    }

    func nextSecret(_ prompt: Prompt) async throws -> LineInput {
        if let given {
            self.given = nil
            return keep(.line(given))
        }
        guard case .line(let secret) = try await source.nextSecret(prompt) else { return keep(.end) }
        return keep(.line(secrets.standIn(for: secret)))
    }

    private func keep(_ input: LineInput) -> LineInput {
        if case .line(let answer) = input { answers.append(answer) } else { isCut = true }
        return input
    }
}

/// The passwords typed in a recording, each with its stand-in.
///
/// Equal passwords have the same stand-in, different ones differ, and one too short for an account has one as
/// short. A password typed or shown outside a password question is replaced too.
struct RecordedSecrets {
    /// The least number of characters of an account’s password.
    private static let shortest = 15
    /// The least number of characters that are replaced; shorter text occurs by itself in too many places.
    private static let shortestAlone = 6

    private let password: String
    private var standIns: [String: String] = [:]

    /// - Parameter password: The password of the users of scripts, the only one that is its own stand-in.
    init(password: String) {
        self.password = password
    }

    /// Returns the stand-in of a password and makes the password known.
    mutating func standIn(for secret: String) -> String {
        if secret == password || secret.isEmpty { return secret }
        if let known = standIns[secret] { return known }
        let number = standIns.count + 1
        let standIn =
            secret.count < Self.shortest
            ? String("\(number)" + String(repeating: "-", count: Self.shortest)).prefix(secret.count).description
            : "password number \(number) of this script"
        standIns[secret] = standIn
        return standIn
    }

    /// The text with every known password replaced.
    ///
    /// A password too short for an account is replaced only as a whole word, and kept if it is a
    /// plain word, as in commands and messages.
    func redacted(_ text: String) -> String {
        // The longest come first: one password may be part of another.
        let known = standIns.sorted { ($0.key.count, $0.key) > ($1.key.count, $1.key) }
        return known.reduce(text) { text, known in
            let (secret, standIn) = known
            if secret.count >= Self.shortest { return text.replacing(secret, with: standIn) }
            guard secret.count >= Self.shortestAlone, !secret.allSatisfy(\.isLetter) else { return text }
            return Self.replacing(secret, by: standIn, in: text)
        }
    }

    private static func replacing(_ secret: String, by standIn: String, in text: String) -> String {
        var result = ""
        var rest = text[...]
        while let range = rest.firstRange(of: secret) {
            let before = rest[..<range.lowerBound].last ?? result.last
            let after = rest[range.upperBound...].first
            let isAlone = ![before, after].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
            result += rest[..<range.lowerBound] + (isAlone ? standIn : secret)
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}

/// A shell that replays the outcomes of another one, step by step.
@MainActor
final class ScriptReplay: ScriptSubject, ScriptTerminal {
    /// A setting failed in the recorded run.
    struct SettingFailed: Error {}

    private var records: ArraySlice<ScriptTrace.Record>

    init(records: [ScriptTrace.Record]) {
        self.records = records[...]
    }

    var currentApp: String? {
        guard case .app(let app) = records.popFirst() else { return nil }
        return app
    }

    func perform(_ command: String, answers: [String]) async -> ScriptOutcome {
        guard case .outcome(let outcome) = records.popFirst() else { return ScriptOutcome() }
        return outcome
    }

    func apply(_ setting: ScriptSetting) async throws {
        if case .setting(_?) = records.popFirst() { throw SettingFailed() }
    }

    func openTerminal() async throws -> any ScriptTerminal {
        _ = try terminalStep()
        return self
    }

    func enter(_ line: String, isCommand: Bool) async throws { _ = try terminalStep() }

    func type(_ text: String) async throws { _ = try terminalStep() }

    func press(_ keys: [ScriptKey]) async throws { _ = try terminalStep() }

    func resize(to size: ScriptSize) async throws { _ = try terminalStep() }

    func screen(within seconds: Int, until isRight: ([String]) -> Bool) async throws -> [String] {
        try terminalStep() ?? []
    }

    func end() async {}

    private func terminalStep() throws -> [String]? {
        guard case .terminal(let screen, let error) = records.popFirst() else { return nil }
        if error != nil { throw SettingFailed() }
        return screen
    }
}
