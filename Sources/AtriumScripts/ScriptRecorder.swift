// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
public import AtriumKit
public import AtriumSession
public import AtriumTerminal
import Foundation

/// Records the user’s input as a session script that can be replayed.
///
/// The session runs in a shell as in a script: a new store, a folder of its own, and a stopped clock;
/// only then is the replay the same. Comments and `%` lines may be typed too. Text files that commands name are
/// copied into the session’s folder and into the script’s tail. Passwords never reach the script, see
/// `RecordedSecrets`. The file is written after every command, with mode 0600.
@MainActor
public final class ScriptRecorder {
    /// The largest file that a script includes.
    private static let largestFile = 1_048_576
    /// The maximum number of files of a folder that a script includes.
    private static let mostFiles = 50

    private let factory: any RecordingShellFactory
    private let temporaryFolder: String
    private let workingFolder: String
    private let homeFolder: String
    private let gate: OutputGate
    private let language: Language
    private let source: any LineSource
    private let lines: RecordingLines
    private var writer = SessionScriptWriter()
    private var carried: Set<String> = []
    private var app: String?
    /// Whether the user at a locked login wants to type a command, not the password.
    private var prefersPrompt = false

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - factory: Creates the shell that is recorded and the one that replays.
    ///   - source: The source of commands and answers.
    ///   - gate: The gate for the shell’s output.
    ///   - language: The language of the recorder’s own sentences and of the session.
    ///   - temporaryFolder: The folder in which the session’s folder is created and removed.
    ///   - workingFolder: The folder of the files that commands name.
    ///   - homeFolder: The user’s `~`.
    public init(
        factory: any RecordingShellFactory, source: any LineSource, gate: OutputGate, language: Language,
        temporaryFolder: String, workingFolder: String, homeFolder: String
    ) {
        self.factory = factory
        self.source = source
        self.gate = gate
        self.language = language
        self.temporaryFolder = temporaryFolder
        self.workingFolder = workingFolder
        self.homeFolder = homeFolder
        lines = RecordingLines(source, password: factory.password)
    }

    /// Records until the input ends or a command leaves the shell, then replays the recording.
    ///
    /// - Parameter path: The file, which must not exist.
    /// - Throws: ``ScriptRecordFault``, or the factory’s error.
    public func record(to path: String) async throws {
        do throws(FileFault) { try DraftFile(for: path).finish() } catch {
            throw error.reason == .system(EEXIST)
                ? ScriptRecordFault.exists(path: path) : .notWritten(path: path, code: error.reason.number)
        }
        if language != .english { writer.add("% lang \(language.rawValue)") }
        let folder = try ScriptFolder(in: temporaryFolder, fixtures: [])
        defer { folder.remove() }
        var subject: (any RecordableSubject)?
        while let line = try await nextLine(subject) {
            if subject == nil, line.hasPrefix("% "), takesAtStart(line) { continue }
            let shell: any RecordableSubject
            if let subject {
                shell = subject
            } else {
                shell = try await start(in: folder)
                subject = shell
            }
            if line.hasPrefix("%") {
                await apply(line, to: shell)
            } else if await perform(line, on: shell, in: folder) {
                break
            }
            try save(to: path)
        }
        await subject?.end()
        try save(to: path)
        try await replay(path)
    }
}

// MARK: - Lines

extension ScriptRecorder {
    /// Returns the next line other than a comment; `nil` at the end.
    ///
    /// Adds comments to the recording.
    private func nextLine(_ subject: (any RecordableSubject)?) async throws -> String? {
        while true {
            do {
                try gate.flush()
                let prompt = Prompt(text: "● \(app ?? factory.program) ❯ ")
                if let subject, let question = subject.passwordQuestion {
                    guard let line = try await nextLine(of: subject, prompt, asking: question) else { return nil }
                    if !line.isEmpty { return line }
                    continue
                }
                prefersPrompt = false
                switch try await source.nextLine(prompt, history: nil) {
                case .end: return nil
                case .interrupted, .key: continue
                case .line(let line):
                    if line.allSatisfy({ $0 == " " || $0 == "\t" }) { continue }
                    if !line.hasPrefix("#") { return line }
                    writer.add(line)
                }
            } catch let fault as InputFault {
                report(fault)
                if case .failed = fault { return nil }
            }
        }
    }

    /// Returns the next line at a locked login; empty if there is none yet, `nil` at the end.
    ///
    /// Any line may be the password: it is not shown, and `login` gets it if it can be nothing else. A user
    /// at a terminal is asked for the password, and gets a prompt after an empty line.
    private func nextLine(
        of subject: any RecordableSubject, _ prompt: Prompt, asking question: LocalizedText
    ) async throws -> String? {
        let isPerson = source.answerer == .person
        let isAsked = isPerson && !prefersPrompt
        let asked = isAsked ? Prompt(text: question.string(in: language) + " ") : prompt
        switch try await source.nextSecret(asked) {
        case .end: return nil
        case .interrupted, .key, .line(""):
            prefersPrompt = true
            return ""
        case .line(let line) where !isPerson && line.hasPrefix("#"):
            writer.add(line)
            return ""
        case .line(let line) where !isAsked && (line.hasPrefix("% ") || subject.isCommand(line)): return line
        case .line(let line):
            lines.give(line)
            return "login"
        }
    }

    /// Applies a setting that describes the session’s start.
    private func takesAtStart(_ line: String) -> Bool {
        var attempt = writer
        attempt.add(line)
        guard let script = try? SessionScriptParser().parse(attempt.bytes), script.steps.isEmpty else { return false }
        writer = attempt
        return true
    }

    private func start(in folder: ScriptFolder) async throws -> any RecordableSubject {
        let settings = try SessionScriptParser().parse(writer.bytes).settings
        let subject = try await factory.makeSubject(settings: settings, folder: folder.path, answers: lines)
        app = subject.currentApp
        return subject
    }

    private func apply(_ line: String, to subject: any RecordableSubject) async {
        let words = line.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
        do {
            let setting = try ScriptSettingParser().setting(words.first ?? "", words.count > 1 ? words[1] : "")
            try await subject.apply(setting)
            writer.add("% " + words.joined(separator: " "))
            app = subject.currentApp
        } catch let reason as ScriptSyntaxReason {
            gate.writeErrorLine(VisibleText(ScriptFaultText(language: language).text(of: reason)))
        } catch {
            report(error)
        }
    }

    /// Performs a command, shows its output, and records both.
    ///
    /// - Returns: Whether the command has left the shell.
    private func perform(
        _ typed: String, on subject: any RecordableSubject, in folder: ScriptFolder
    ) async -> Bool {
        // A known password is replaced before the command runs, so that the recording is what happened.
        let command = lines.secrets.redacted(typed)
        // The names in a file of commands are known only once that file is present.
        var named: Set<String> = []
        while case let new = subject.files(in: command).filter({ named.insert($0).inserted }),
            new.count(where: { carry($0, into: folder) }) > 0
        {}
        let outcome = await subject.perform(command, answers: [])
        gate.write(VisibleText(outcome.output, keepingNewlines: true))
        for line in OutputLines.of(outcome.errorOutput) { gate.writeErrorLine(VisibleText(line)) }
        guard let answers = lines.take() else {
            report(ScriptRecordFault.unanswered)
            return outcome.quit
        }
        writer.add(command, answers: answers, outcome: outcome, folder: folder.path)
        if subject.currentApp != app {
            app = subject.currentApp
            if !outcome.quit { writer.add("@ " + (app ?? "-")) }
        }
        return outcome.quit
    }

    private func report(_ error: any Error) {
        gate.writeErrorLine(VisibleText(ErrorDescription(error).sentence.string(in: language)))
    }
}

// MARK: - Files

extension ScriptRecorder {
    /// Copies a file that a command names into the session’s folder and the script, unless it is there; for a folder,
    /// all its files.
    ///
    /// - Returns: Whether anything was copied.
    @discardableResult
    private func carry(_ typed: String, into folder: ScriptFolder) -> Bool {
        let isInHome = typed.hasPrefix("~/")
        let name = isInHome ? String(typed.dropFirst(2)) : typed
        guard FileStatus(folder.path + "/" + name, followingLinks: true) == nil else { return false }
        let path = typed.hasPrefix("/") ? typed : (isInHome ? homeFolder : workingFolder) + "/" + name
        guard let status = FileStatus(path, followingLinks: true) else { return false }
        if status.kind == .folder, let files = Self.files(below: path) {
            return files.count { carry(typed + "/" + $0, into: folder) } > 0
        }
        guard !typed.hasPrefix("/"), status.size <= Self.largestFile, carried.insert(name).inserted,
            let bytes = ScriptFiles.bytes(of: path), SessionScriptWriter.canCarry(bytes, named: name),
            (try? ScriptFolder.write(ScriptFixture(line: 0, name: name, bytes: bytes), below: folder.path)) != nil
        else {
            report(ScriptRecordFault.notCarried(name: typed))
            return false
        }
        writer.carry(bytes, named: name)
        return true
    }

    /// The files in a folder and its subfolders; `nil` if there are more than a script may include.
    private static func files(below folder: String) -> [String]? {
        guard let tree = try? FolderTree(folder) else { return nil }
        var files: [String] = []
        tree.walk { name, kind in
            if kind == .regular { files.append(name) }
            return files.count <= mostFiles
        }
        return files.count > mostFiles ? nil : files.sorted()
    }

    private func save(to path: String) throws(ScriptRecordFault) {
        do throws(FileFault) {
            let draft = try DraftFile(for: path, replacing: true)
            // A password may have been typed unasked, before it was known to be one.
            let text = lines.secrets.redacted(String(decoding: writer.bytes, as: UTF8.self))
            try draft.write(Array(text.utf8))
            try draft.finish(waits: false)
        } catch {
            throw .notWritten(path: path, code: error.reason.number)
        }
    }

    private func replay(_ path: String) async throws {
        let report = await ScriptBatch(factory: factory, temporaryFolder: temporaryFolder).run([path])
        guard report.failed > 0 else { return }
        let text = ScriptTextReport(language: language)
        for line in report.results.flatMap(text.details) { gate.writeErrorLine(VisibleText(line)) }
        throw ScriptRecordFault.notReplayed(path: path)
    }
}

/// Writes the text of a session script line by line, as events occur.
struct SessionScriptWriter {
    private var text = ""
    private var files: [(name: String, bytes: [UInt8])] = []
    private var proposer = PlaceholderProposer(reserved: [])

    /// The script so far.
    var bytes: [UInt8] {
        var bytes = Array(text.utf8)
        for file in files {
            if bytes.last.map({ $0 != UInt8(ascii: "\n") }) ?? false { bytes.append(UInt8(ascii: "\n")) }
            bytes += Array("-- \(file.name) --\n".utf8) + file.bytes
        }
        return bytes
    }

    /// Adds a comment, a setting or a check unchanged.
    mutating func add(_ line: String) { text += line + "\n" }

    /// Adds a command with its outcome.
    ///
    /// - Parameter folder: The session’s folder, whose name differs each time.
    mutating func add(_ command: String, answers: [String], outcome: ScriptOutcome, folder: String) {
        add("$ " + command)
        for answer in answers { add(answer.isEmpty ? ">" : "> " + answer) }
        for line in OutputLines.of(outcome.output) { add("  " + expected(line, folder: folder)) }
        for line in OutputLines.of(outcome.errorOutput) { add("! " + expected(line, folder: folder)) }
        if outcome.status != 0 { add("? \(outcome.status)") }
    }

    /// Whether a script can contain a file’s bytes.
    static func canCarry(_ bytes: [UInt8], named name: String) -> Bool {
        // A script with only this file must contain it, byte for byte.
        let script = Array("-- \(name) --\n".utf8) + bytes
        guard let fixtures = try? SessionScriptParser().parse(script).fixtures else { return false }
        return fixtures.count == 1 && fixtures[0].bytes == bytes && fixtures[0].name == name
    }

    /// Adds a file to the tail; ``canCarry(_:named:)`` must allow it.
    mutating func carry(_ bytes: [UInt8], named name: String) { files.append((name, bytes)) }

    private mutating func expected(_ line: String, folder: String) -> String {
        guard line.contains(folder) else { return proposer.text(for: line, varied: nil) }
        return line.split(separator: folder, omittingEmptySubsequences: false)
            .map { part in part.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined() }
            .joined(separator: "*") + " (glob)"
    }
}

/// The reasons for not recording a session.
public enum ScriptRecordFault: Error, Equatable {
    /// A file of this name exists already and is left unchanged.
    case exists(path: String)
    /// The file cannot be written; `code` is the system’s `errno`.
    case notWritten(path: String, code: Int32)
    /// The file that a command names cannot be part of a script: it is too large or not text.
    case notCarried(name: String)
    /// A question got no answer, which a script cannot express; the command is not recorded.
    case unanswered
    /// The recording cannot be replayed; the differences have been printed.
    case notReplayed(path: String)
}

extension ScriptRecordFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "script.record" }

    /// The item that is not recorded, and the reason.
    public var sentence: LocalizedText {
        switch self {
        case .exists(let path): Strings.recordExists(path: RevealedText.of(path))
        case .notWritten(let path, _): Strings.recordNotWritten(path: RevealedText.of(path))
        case .notCarried(let name): Strings.recordNotCarried(name: RevealedText.of(name))
        case .notReplayed(let path): Strings.recordNotReplayed(path: RevealedText.of(path))
        default: Strings.sentence(of: self)
        }
    }
}
