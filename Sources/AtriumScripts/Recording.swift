// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
public import Terminal

/// A shell whose session can be recorded.
@MainActor
public protocol RecordableSubject: ScriptSubject {
    /// The files that a command names, as they were typed; a recording carries them with it.
    func files(in command: String) -> [String]

    /// The question for the password of a login that is locked; nil where none is.
    var passwordQuestion: LocalizedText? { get }

    /// Whether a line that is typed while the login is locked is a command, and not the password.
    func isCommand(_ line: String) -> Bool
}

/// Sets up the shell that somebody’s session is recorded in, and those that replay it.
@MainActor
public protocol RecordingShellFactory: ScriptShellFactory {
    /// The program’s name at the recorder’s prompt while nobody is logged in.
    var program: String { get }

    /// What users of scripts have for a password.
    var password: String { get }

    /// A fresh shell, as for a script, whose commands ask `answers`.
    func makeSubject(
        settings: ScriptSettings, folder: String, answers: any LineSource
    ) async throws -> any RecordableSubject
}

/// Passes on what somebody answers, and keeps it for a recording; passwords are replaced on the way.
///
/// The command gets the stand-in and not the password, so that what is recorded is what happened.
@MainActor
final class RecordingLines: LineSource {
    var answerer: Answerer { source.answerer }
    private let source: any LineSource
    /// The passwords that were typed so far.
    private(set) var secrets: RecordedSecrets
    private var answers: [String] = []
    private var isCut = false
    /// The stand-in of a password that was given before the command asks for it.
    private var given: String?

    /// - Parameters:
    ///   - source: whom the questions are passed on to.
    ///   - password: what users of scripts have for a password, the only one that stands for itself.
    init(_ source: any LineSource, password: String) {
        self.source = source
        secrets = RecordedSecrets(password: password)
    }

    /// What was answered since the last call; nil if a question got no answer, which a script cannot say.
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

/// The passwords that were typed in a recording, each with what stands for it.
///
/// One password always has the same stand-in, two have two, and one that is too short for an account has one that is as
/// short. A password may be typed, or shown, where nobody asked for it: it is replaced there too.
struct RecordedSecrets {
    /// The least number of characters of an account’s password.
    private static let shortest = 15
    /// Anything shorter stands by itself in too many places.
    private static let shortestAlone = 6

    private let password: String
    private var standIns: [String: String] = [:]

    /// - Parameter password: what users of scripts have for a password, the only one that stands for itself.
    init(password: String) {
        self.password = password
    }

    /// What stands for a password, which is known from here on.
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
    /// What is too short for an account’s password is replaced where it stands by itself, and left alone if it is a
    /// plain word: those are what commands and messages are made of.
    func redacted(_ text: String) -> String {
        // The longest first: one password may be a part of another.
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

/// A shell that does again what another one did, step by step.
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
