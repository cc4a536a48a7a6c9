// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
import AtriumTerminal

/// Understands a line: finds the command, and checks what follows against its parameters.
public enum CommandParser {
    /// The invocation of a line; `nil` for an empty line or a comment.
    ///
    /// - Parameters:
    ///   - line: The line as typed, without aliases.
    ///   - vocabulary: The words that may begin it.
    ///   - switching: The command that goes to an app, for a line that is an app’s name.
    ///   - selection: The items of a kind that are marked or selected on the screen, as they would be typed.
    /// - Throws: `CommandFault`.
    public static func parse(
        _ line: String, with vocabulary: Vocabulary, switching: AnyCommand,
        selection: (_ item: String) -> [String] = { _ in [] }
    ) throws(CommandFault) -> Invocation? {
        var scanner = WordScanner(line)
        let token = try scanner.token()
        guard case .word(let first, _)? = token else {
            guard scanner.rest.isEmpty, token != .toBackground else { throw .noCommand }
            return nil
        }
        guard !first.hasPrefix("#") else { return nil }
        return try invocation(
            of: vocabulary.meaning(of: first), scanner, with: vocabulary, switching: switching, selection: selection)
    }

    /// The invocation of a line whose first word has this meaning.
    ///
    /// - Parameters:
    ///   - meaning: The meaning of the first word.
    ///   - scanner: Scans the words behind it.
    ///   - vocabulary: The words that may begin the line.
    ///   - switching: The command that goes to an app.
    ///   - selection: The items of a kind that are marked or selected on the screen.
    static func invocation(
        of meaning: Vocabulary.Meaning, _ scanner: WordScanner, with vocabulary: Vocabulary, switching: AnyCommand,
        selection: (_ item: String) -> [String]
    ) throws(CommandFault) -> Invocation {
        var scanner = scanner
        switch meaning {
        case .app(let app):
            var arguments = Arguments()
            if let parameter = switching.spec.parameters.first { arguments.set(parameter, app.rawValue) }
            let start = scanner
            let token = try scanner.token()
            if case .word? = token { throw .behindApp(app.rawValue, rest: start.rest) }
            return Invocation(
                owner: .shell, command: switching, arguments: arguments, isBackground: token == .toBackground)
        case .command(let command, let owner):
            let spec = command.spec
            let selected = spec.parameters.first { $0.meansSelection }?.item.map(selection) ?? []
            var reading = ParameterReading(spec: spec, scanner: scanner, selected: selected)
            do throws(CommandFault) { try reading.read() } catch {
                if reading.wantsHelp { return try help(reading, with: vocabulary) }
                // An ambiguous word was taken for the selection, and is missing for the next parameter.
                var meant = ParameterReading(spec: spec, scanner: scanner, selected: selected, isForSelection: true)
                if case .missing = error, reading.tookWordForSelection, (try? meant.read()) != nil {
                    return meant.invocation(command, of: owner)
                }
                guard case .app = owner, let shells = vocabulary.shadowed(by: spec) else {
                    throw error.withoutSecret(of: spec)
                }
                var other = ParameterReading(spec: shells.spec, scanner: scanner)
                // A word that neither takes is refused by the app: its command was meant.
                do throws(CommandFault) { try other.read() } catch _ { throw error.withoutSecret(of: spec) }
                return other.invocation(shells, of: .shell)
            }
            if reading.wantsHelp { return try help(reading, with: vocabulary) }
            return reading.invocation(command, of: owner)
        }
    }

    /// The command of a line, whatever follows its name; `nil` if its first word is none.
    package static func command(of line: String, in vocabulary: Vocabulary) -> CommandSpec? {
        var scanner = WordScanner(line)
        guard let token = try? scanner.next(), case .word(let first, _) = token,
            case .command(let command, _)? = try? vocabulary.meaning(of: first)
        else { return nil }
        return command.spec
    }

    /// Whether a command takes everything after the first word of a line.
    package static func takes(_ spec: CommandSpec, all line: String) -> Bool {
        var scanner = WordScanner(line)
        guard (try? scanner.next()) != nil else { return true }
        var reading = ParameterReading(spec: spec, scanner: scanner)
        do throws(CommandFault) { try reading.read() } catch {
            if case .missing = error { return true }
            return reading.wantsHelp
        }
        return true
    }

    /// The invocation of `--help` among the options of a command: its page of `help`.
    private static func help(
        _ reading: ParameterReading, with vocabulary: Vocabulary
    ) throws(CommandFault) -> Invocation {
        guard case .command(let help, let owner) = try vocabulary.meaning(of: "help"),
            let topic = help.spec.parameters.first
        else { throw .unknownOption("--help", command: reading.spec.name) }
        var arguments = Arguments()
        arguments.set(topic, reading.spec.name)
        return Invocation(
            owner: owner, command: help, arguments: arguments, redirection: reading.redirection)
    }
}

extension CommandFault {
    /// The same fault; for a command that asks for a password, one that does not repeat the word, which may be the
    /// password.
    fileprivate func withoutSecret(of spec: CommandSpec) -> CommandFault {
        guard spec.asksSecret else { return self }
        switch self {
        case .unexpected, .unknownOption, .notANumber: return .secretOnLine(command: spec.name)
        default: return self
        }
    }
}
