// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
import Foundation

/// The words that a line may start with at some moment: the current app’s commands, the shell’s, and the apps’ names.
public struct Vocabulary: Sendable {
    /// The meaning of a first word.
    public enum Meaning: Sendable {
        /// A command.
        case command(AnyCommand, Invocation.Owner)
        /// An app to switch to.
        case app(AppID)
    }

    private var meanings: [String: Meaning] = [:]
    private var shadowed: [String: AnyCommand] = [:]

    /// The words of one moment.
    ///
    /// If two have the same name, the app’s command wins, then the shell’s.
    public init(app: AppID, appCommands: [AnyCommand], shellCommands: [AnyCommand], apps: [AppID]) {
        for app in apps { meanings[app.rawValue] = .app(app) }
        for command in shellCommands { add(command, .shell) }
        for command in appCommands {
            let name = command.spec.name
            if case .command(let shells, .shell)? = meanings[name] { shadowed[name] = shells }
            add(command, .app(app))
        }
    }

    /// The shell’s command of the same name, for a line that an app’s command cannot take: `history` of the shell
    /// beside `history ID` of an app.
    package func shadowed(by spec: CommandSpec) -> AnyCommand? { shadowed[spec.name] }

    /// Whether a word means something in full.
    func has(_ word: String) -> Bool { meanings[word] != nil }

    /// The command of a name, whichever a user means by it; `nil` if the owner has none.
    package func command(_ name: String, of owner: Invocation.Owner) -> AnyCommand? {
        guard case .command(let command, let found)? = meanings[name], command.spec.name == name else { return nil }
        return found == owner ? command : owner == .shell ? shadowed[name] : nil
    }

    /// The line, or what it is short for: a number alone asks an app that can show things by their number for that one,
    /// and `!` needs no blank behind it.
    package func spelledOut(_ line: String) -> String {
        // Nearly every line begins with a letter, and is looked at no further.
        guard let first = line.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return line }
        if first == UInt8(ascii: "!"), meanings["!"] != nil {
            return "! " + line.drop { $0 == " " || $0 == "\t" }.dropFirst()
        }
        guard (0x30...0x39).contains(first) else { return line }
        let word = line.trimmingCharacters(in: .whitespaces)
        guard let number = Int(word), number > 0, meanings[word] == nil,
            case .command(let show, .app)? = meanings["show"],
            let first = show.spec.parameters.first, [.number, .word, .name].contains(first.form)
        else { return line }
        return "\(show.spec.name) \(word)"
    }

    private mutating func add(_ command: AnyCommand, _ owner: Invocation.Owner) {
        for name in [command.spec.name] + command.spec.aliases { meanings[name] = .command(command, owner) }
    }

    /// Every word, in alphabetical order.
    public var words: [String] { meanings.keys.sorted() }

    /// The meaning of a word: an exact one first, otherwise the only one that starts with it.
    ///
    /// - Throws: `CommandFault.ambiguous` if several do, `.unknownCommand` with the nearest word if none does.
    public func meaning(of word: String) throws(CommandFault) -> Meaning {
        if let exact = meanings[word] { return exact }
        let candidates = word.isEmpty ? [] : meanings.keys.filter { $0.hasPrefix(word) }.sorted()
        // `rm` and `remove` are one thing: a prefix of both is not ambiguous.
        let distinct = Set(candidates.compactMap { meanings[$0]?.identity })
        if distinct.count == 1, let first = candidates.first, let meaning = meanings[first] { return meaning }
        guard candidates.isEmpty else { throw .ambiguous(word, candidates: candidates) }
        throw .unknownCommand(word, nearest: NearestWord.to(word, among: words))
    }
}

extension Vocabulary.Meaning {
    fileprivate var identity: String {
        switch self {
        case .command(let command, .shell): "shell \(command.spec.name)"
        case .command(let command, .app(let app)): "\(app) \(command.spec.name)"
        case .app(let app): "app \(app)"
        }
    }
}
