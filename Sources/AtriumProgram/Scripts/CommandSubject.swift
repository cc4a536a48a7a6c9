// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumProcesses
import AtriumScripts
import AtriumSession
import AtriumTerminal
import Foundation

/// Another program that session scripts test: each command of a script is a call of it.
///
/// A script has its own folder, which is also the home of its calls; what a call leaves for the next one are files. The
/// environment is the same on each machine, apart from the search path of programs.
@MainActor
final class CommandShellFactory: ScriptShellFactory {
    /// The program and the words before those of a command.
    private let words: [String]
    /// The time after which a call is ended: one that waits for ever must not keep its script from failing.
    private let limit: Duration

    /// The program of a command line such as `git` or `sh -c {}`.
    ///
    /// - Parameters:
    ///   - workingFolder: The folder of relative paths.
    ///   - limit: The time after which a call is ended.
    /// - Throws: `ScriptShellFault.noProgram` without a word.
    init(_ line: String, workingFolder: String, limit: Duration = .seconds(60)) throws(ScriptShellFault) {
        self.limit = limit
        var words: [String] = []
        var scanner = WordScanner(line)
        while let token = try? scanner.next(), case .word(let word, _) = token { words.append(word) }
        guard let program = words.first, !program.isEmpty else { throw .noProgram(line) }
        // Calls start in the folder of their script.
        if program.contains("/"), !program.hasPrefix("/") { words[0] = workingFolder + "/" + program }
        self.words = words
    }

    /// Checks that the program is there: otherwise every line of a script would be updated to the same error.
    ///
    /// - Throws: `ScriptShellFault.missingProgram`.
    func check() async throws {
        guard try await ChildProcess.isInstalled(words[0], in: "/") else {
            throw ScriptShellFault.missingProgram(words[0])
        }
    }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        let others: [ScriptSettingName] = [.clock, .seed, .store, .user, .render, .apps]
        if let other = others.first(where: { settings.given.contains($0) }) {
            throw ScriptShellFault.notOfPrograms(other.rawValue)
        }
        return CommandSubject(words, settings: settings, folder: folder, limit: limit)
    }
}

/// The calls of one script.
@MainActor
final class CommandSubject: ScriptSubject {
    /// The word in whose place the whole command stands, as one word.
    private static let place = "{}"

    private let words: [String]
    private let folder: String
    private let limit: Duration
    private var settings: ScriptSettings

    init(_ words: [String], settings: ScriptSettings, folder: String, limit: Duration) {
        self.words = words
        self.settings = settings
        self.folder = folder
        self.limit = limit
    }

    /// There are no apps.
    let currentApp: String? = nil

    func perform(_ command: String, answers: [String]) async -> ScriptOutcome {
        // Beside the folder, where no call sees it.
        let errors = folder + ".errors"
        defer { try? FilePlace.remove(errors) }
        let input = answers.map { $0 + "\n" }.joined()
        var output: [UInt8] = []
        let call = Task {
            try await ChildProcess.run(
                "err=$1; shift; exec \"$@\" 2> \"$err\"", [errors] + words(of: command), in: folder,
                variables: variables, input: Array(input.utf8), takesErrors: false, isAside: true, hasTerminal: false
            ) { piece in
                output += piece
                return true
            }
        }
        var isLate = false
        let end = Task {
            try await Task.sleep(for: limit)
            isLate = true
            call.cancel()
        }
        defer { end.cancel() }
        do {
            let status = try await withTaskCancellationHandler {
                try await call.value
            } onCancel: {
                call.cancel()
            }
            let said = Self.text((try? FileContents.bytes(at: errors)) ?? [])
            let ended = "Ended after \(limit.components.seconds) s.\n"
            return ScriptOutcome(
                output: Self.text(output), errorOutput: isLate ? said + ended : said,
                status: isLate ? Self.lateStatus : status, answersUsed: answers.count)
        } catch {
            let sentence = ErrorDescription(error).sentence.string(in: .english)
            return ScriptOutcome(errorOutput: sentence + "\n", status: 127, answersUsed: answers.count)
        }
    }

    /// The status of a call that was ended, as timeout(1) has it.
    private static let lateStatus: Int32 = 124

    /// The words of a call.
    private func words(of command: String) -> [String] {
        guard !words.contains(Self.place) else { return words.map { $0 == Self.place ? command : $0 } }
        var scanner = WordScanner(command)
        var typed: [String] = []
        while let token = try? scanner.next() {
            switch token {
            case .word(let word, _): typed.append(word)
            // Signs of a shell are words: this is none.
            case .toFile(let appending): typed.append(appending ? ">>" : ">")
            case .toProgram: typed.append("|")
            case .toBackground: typed.append("&")
            }
        }
        return words + typed
    }

    private static func text(_ bytes: [UInt8]) -> String {
        VisibleText(String(decoding: bytes, as: UTF8.self), keepingNewlines: true).string
    }

    private var variables: [String: String] {
        let locale =
            switch settings.language {
            case .english: "C.UTF-8"
            case .french: "fr_FR.UTF-8"
            case .simplifiedChinese: "zh_CN.UTF-8"
            default: settings.language.rawValue.replacing("-", with: "_") + ".UTF-8"
            }
        return [
            "HOME": folder, "TZ": settings.timeZone, "LC_ALL": locale, "PATH": ProcessVariables.all["PATH"] ?? "",
            "COLUMNS": String(settings.size.columns), "LINES": String(settings.size.rows), "TERM": "dumb",
            "GIT_CONFIG_NOSYSTEM": "1",
        ]
    }

    func apply(_ setting: ScriptSetting) async throws {
        switch setting {
        case .language(let language): settings.language = language
        case .size(let size): settings.size = size
        case .timeZone(let zone): settings.timeZone = zone
        case .clock, .clockMoved, .seed, .store, .user, .render, .apps:
            throw ScriptShellFault.notOfPrograms(setting.name.rawValue)
        }
    }

    func openTerminal() async throws -> any ScriptTerminal {
        var program = words
        if let place = program.firstIndex(of: Self.place) {
            // Without a command an option such as `-c` has nothing to take.
            let start = place > 1 && program[place - 1].hasPrefix("-") ? place - 1 : place
            program.removeSubrange(start...place)
        }
        // The terminal has a size and a kind of its own.
        let own = ["COLUMNS", "LINES", "TERM"]
        return try await TmuxTerminal(
            running: program, variables: variables.filter { !own.contains($0.key) },
            size: settings.size, folder: folder, entered: { _ in })
    }

    func end() async {}
}
