// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumWorlds

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
        let token = try scanner.next()
        guard case .word(let first, _)? = token else {
            guard scanner.rest.isEmpty, token != .toBackground else { throw .noCommand }
            return nil
        }
        guard !first.hasPrefix("#") else { return nil }
        switch try vocabulary.meaning(of: first) {
        case .app(let app):
            var arguments = Arguments()
            if let parameter = switching.spec.parameters.first { arguments.set(parameter, app.rawValue) }
            let start = scanner
            let token = try scanner.next()
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
    /// The same fault; of a command that asks for a password, one that does not repeat what may be it.
    fileprivate func withoutSecret(of spec: CommandSpec) -> CommandFault {
        guard spec.asksSecret else { return self }
        switch self {
        case .unexpected, .unknownOption, .notANumber: return .secretOnLine(command: spec.name)
        default: return self
        }
    }
}

/// A line of several commands, split one command at a time: the meaning of a command’s words is known only when those
/// before it are done.
///
/// `;` and `&&` separate commands where `>` and `|` would have a meaning: within quotation marks, after a backslash and
/// after `|`, where everything belongs to a program, they are ordinary characters.
package struct CommandSequence {
    /// The separator of two commands.
    package enum Separator: Hashable {
        /// `;`: the next one is performed in any case.
        case always
        /// `&&`: the next one is performed if this one went well.
        case onSuccess
    }

    /// The first command of the line.
    package let first: String
    /// The separator and the rest of the line; `nil` for the last command.
    package let next: (separator: Separator, line: String)?
    /// The start of the rest, in bytes of UTF-8 from the start of the line; `nil` for the last command.
    package let nextStart: Int?

    /// Splits the first command off a line.
    ///
    /// - Parameter takesText: Whether a command takes the rest of its line as text, which has no separators.
    package init(_ line: String, takesText: (_ command: String) -> Bool) {
        guard let place = Self.separator(in: line),
            !takesText(String(decoding: line.utf8.prefix(place.start), as: UTF8.self))
        else {
            (first, next, nextStart) = (line, nil, nil)
            return
        }
        first = String(decoding: line.utf8.prefix(place.start), as: UTF8.self)
        next = (place.separator, String(decoding: line.utf8.dropFirst(place.end), as: UTF8.self))
        nextStart = place.end
    }

    /// Splits a line after an app’s name, at the start of one of the app’s commands.
    ///
    /// - Parameter start: The place of that, in bytes of UTF-8.
    package init(_ line: String, partedAt start: Int) {
        first = String(decoding: line.utf8.prefix(start), as: UTF8.self)
        next = (.onSuccess, String(decoding: line.utf8.dropFirst(start), as: UTF8.self))
        nextStart = start
    }

    /// Whether a command is missing beside the sign behind the first one: nothing of such a line is performed.
    package var lacksCommand: Bool {
        guard let next else { return false }
        let rest = next.line.trimmingPrefix { $0 == " " || $0 == "\t" }
        if rest.isEmpty || rest.hasPrefix("#") { return next.separator == .onSuccess || isBlank }
        return isBlank || rest.hasPrefix(";") || rest.hasPrefix("&&")
    }

    private var isBlank: Bool { first.allSatisfy { $0 == " " || $0 == "\t" } }

    /// The first separator of a line, and its place in bytes of UTF-8.
    private static func separator(in line: String) -> (separator: Separator, start: Int, end: Int)? {
        // Nearly no line has one.
        let mayHaveOne = line.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "&") }
        }
        guard mayHaveOne ?? true else { return nil }
        var quote: UInt8?
        var isEscaped = false
        var previous: UInt8?
        for (offset, byte) in line.utf8.enumerated() {
            defer { previous = byte }
            if isEscaped {
                isEscaped = false
                continue
            }
            if let mark = quote {
                if byte == mark { quote = nil }
                if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") { isEscaped = true }
                continue
            }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "#") where line.utf8.prefix(offset).allSatisfy { $0 == 0x20 || $0 == 0x09 }: return nil
            case UInt8(ascii: "|"): return nil
            case UInt8(ascii: ";"): return (.always, offset, offset + 1)
            case UInt8(ascii: "&") where previous == UInt8(ascii: "&"): return (.onSuccess, offset - 1, offset + 1)
            default: break
            }
        }
        return nil
    }
}

/// A parsed line: the command, its values, and the target of its output.
public struct Invocation: Sendable {
    /// Whose command it is.
    public enum Owner: Sendable, Hashable, Codable {
        /// The shell’s own.
        case shell
        /// An app’s.
        case app(AppID)

        /// The app; `nil` for the shell.
        package var app: AppID? { if case .app(let id) = self { id } else { nil } }
    }

    /// Whose command it is.
    public let owner: Owner
    /// The command that was found by its name: it is not looked up again.
    let command: AnyCommand
    /// Its values.
    public let arguments: Arguments
    /// The target of its output; `nil` for the screen.
    public let redirection: Redirection?
    /// Whether it is to go on in the background.
    public let isBackground: Bool

    /// Whether it is for the marked or selected items on the screen, which the user has not named.
    package let isForSelection: Bool

    /// The values of its repetitions, one for each further marked item on the screen.
    let others: [Arguments]

    package init(
        owner: Owner, command: AnyCommand, arguments: Arguments, redirection: Redirection? = nil,
        isBackground: Bool = false, isForSelection: Bool = false, others: [Arguments] = []
    ) {
        self.owner = owner
        self.command = command
        self.arguments = arguments
        self.redirection = redirection
        self.isBackground = isBackground
        self.isForSelection = isForSelection
        self.others = others
    }

    /// The facts about the command that are known without running it.
    public var spec: CommandSpec { command.spec }

    /// Performs it, once for each of its items; nearly always for one alone.
    ///
    /// - Parameter model: The common model of its owner’s commands: the app’s model, or the shell.
    @MainActor
    package func perform(for model: AnyObject, _ context: CommandContext) async throws -> Reply {
        let changes = [.writing, .exchange, .shell].contains(spec.category)
        let origin = Origin(spec.name, at: context.world.clock.now, isJournaled: changes)
        return try await Origin.$current.withValue(origin) {
            let first = try await command.performing(model, arguments, context)
            guard !others.isEmpty else { return first }
            var replies = [first]
            for other in others { replies.append(try await command.performing(model, other, context)) }
            return Reply(of: spec.name, forEach: replies)
        }
    }

    /// The invocation of an action’s command; with `selected` for the parameter that means the selection.
    ///
    /// - Throws: `CommandFault.unexpected` for a value of a parameter that the command does not have.
    package init(of call: CommandCall, _ command: AnyCommand, selected: [String] = []) throws(CommandFault) {
        let known = Set(command.spec.parameters.map { $0.name })
        if let other = call.arguments.names.subtracting(known).min() { throw .unexpected(other) }
        let invocation = Invocation(owner: call.owner, command: command, arguments: call.arguments)
        self = invocation.filled(with: selected)
    }

    /// The invocation with the selection for the parameter that means it, if that has no value.
    private func filled(with selected: [String]) -> Invocation {
        guard let parameter = spec.parameters.first(where: { $0.meansSelection && arguments[$0] == nil }) else {
            return self
        }
        let filled = arguments.filled(parameter, with: selected)
        return Invocation(
            owner: owner, command: command, arguments: filled.first ?? arguments, redirection: redirection,
            isBackground: isBackground, isForSelection: !selected.isEmpty, others: Array(filled.dropFirst()))
    }

    /// The same for a file or a program, which gets all of a list: only a typed limit applies.
    package var whole: Invocation {
        guard let limit = spec.parameters.first(where: { $0.name == "limit" && $0.form == .option }),
            arguments[limit] == nil, !spec.parameters.contains(where: { $0.hasLimit(arguments[$0]?.text ?? "") })
        else { return self }
        func unlimited(_ arguments: Arguments) -> Arguments {
            var all = arguments
            all.set(limit, String(Self.unlimited))
            return all
        }
        return Invocation(
            owner: owner, command: command, arguments: unlimited(arguments), redirection: redirection,
            isBackground: isBackground, isForSelection: isForSelection, others: others.map(unlimited))
    }

    /// More than a store can have of anything.
    private static let unlimited = 1_000_000_000

    /// The command with its values, as the user would type it.
    package var line: String {
        let words = spec.parameters.compactMap { parameter -> String? in
            switch parameter.form {
            case .flag: return arguments.has(parameter) ? "--\(parameter.name)" : nil
            case .option: return arguments[parameter].map { "--\(parameter.name) \(CommandWord.quoted($0.text))" }
            case .word, .number: return arguments[parameter].map { CommandWord.quoted($0.text) }
            case .numbers, .text, .name, .query: return arguments[parameter]?.text
            }
        }
        return ([spec.name] + words).joined(separator: " ")
    }
}

/// The target of a command’s plain output instead of the screen.
public enum Redirection: Hashable, Sendable {
    /// `> FILE`, or `>> FILE`.
    case file(String, appending: Bool)
    /// `| PROGRAM`, a line for the system’s shell.
    case program(String)
}
