// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// Finds passwords in lines, where nobody asked for them.
extension CommandReader {
    /// Whether a line may hold a password: a command that asks for one has more behind it than it takes.
    ///
    /// Such a line is kept nowhere, whatever comes of it.
    func mayHoldSecret(_ line: String) -> Bool { commands(of: line).contains(where: commandMayHoldSecret) }

    /// For how long a line can be recalled.
    ///
    /// One that no command takes may be anything, such as a password typed where none was asked for.
    func keeping(of line: String) -> LineKeeping {
        if mayHoldSecret(line) { return .none }
        return commands(of: line).allSatisfy(isKnown) ? .lasting : .session
    }

    private func isKnown(_ command: String) -> Bool {
        guard let word = firstWord(of: vocabulary.spelledOut(command)), !word.isEmpty else { return true }
        return (try? vocabulary.meaning(of: word)) != nil
    }

    /// The fault of a line; where it repeats what may hold a password, without that.
    func withoutSecret(_ fault: CommandFault) -> CommandFault {
        switch fault {
        case .behindApp(let app, let rest, _) where commandMayHoldSecret(rest):
            return .behindApp(app, rest: firstWord(of: rest) ?? "")
        case .ofOtherApp(let word, let apps, _) where secretNames.contains(word):
            return .ofOtherApp(word, apps: apps, lines: apps.map { "\($0) \(word)" })
        default: return fault
        }
    }

    private func commandMayHoldSecret(_ command: String) -> Bool {
        guard let word = firstWord(of: command), !word.isEmpty else { return false }
        let asking: [CommandSpec]
        switch try? vocabulary.meaning(of: word) {
        case .command(let command, _):
            guard command.spec.asksSecret || secretNames.contains(word) else { return false }
            asking = command.spec.asksSecret ? [command.spec] : asksSecret.filter { $0.isCalled(word) }
        case .app:
            var scanner = WordScanner(command)
            _ = try? scanner.next()
            return commandMayHoldSecret(String(command[scanner.position...]))
        // What another app would take, or what is not yet or not quite such a command.
        case nil: asking = asksSecret.filter { Self.mayMean($0, word) }
        }
        guard asking.contains(where: { !CommandParser.takes($0, all: command) }) else { return false }
        return (try? invocation(of: command)) == nil
    }

    /// Whether a word is the beginning of a command’s name, or looks like it.
    private static func mayMean(_ spec: CommandSpec, _ word: String) -> Bool {
        let names = [spec.name] + spec.aliases
        return names.contains { $0.hasPrefix(word) } || NearestWord.to(word, among: names) != nil
    }

    private func firstWord(of command: String) -> String? {
        var scanner = WordScanner(command)
        guard case .word(let word, _)? = try? scanner.next() else { return nil }
        return word
    }
}
