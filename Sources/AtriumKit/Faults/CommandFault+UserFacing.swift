// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFaults
import AtriumFiles
public import AtriumSession
import Foundation

extension CommandFault: UserFacing {
    /// The first word of its codes.
    public static var area: String { "command" }

    /// The fault in the line, and the right form.
    public var sentence: LocalizedText {
        switch self {
        case .missing(let name):
            LocalizedText { Strings.faultMissing(name: Placeholder.translated(name, into: $0)) }
        case .ofOtherApp(let word, let apps, let lines):
            LocalizedText.listing(apps) {
                Strings.faultOfOtherApp(word: word, apps: $0, lines: lines.joined(separator: " · "))
            }
        case .behindApp(let app, let rest, nil):
            Strings.faultBehindApp(app: app, word: String(rest.prefix { $0 != " " }))
        case .behindApp(let app, let rest, let nearest?):
            Strings.faultBehindAppNear(app: app, word: String(rest.prefix { $0 != " " }), nearest: nearest)
        case .notAChoice(let name, let value, let choices):
            Self.naming(name) { name in
                LocalizedText.listing(choices) { Strings.faultNotAChoice(value: value, name: name, choices: $0) }
            }
        case .notSuchAs(let name, let value, let examples):
            Self.naming(name) { name in
                LocalizedText.listing(examples) { Strings.faultNotSuchAs(value: value, name: name, examples: $0) }
            }
        case .notANumber(let name, let value): Self.naming(name) { Strings.faultNotANumber(value: value, name: $0) }
        case .openQuote(let mark): Strings.faultOpenQuote(mark: String(mark))
        case .file(let path, let reason): FileFault(path: path, reason: reason).sentence
        case .archive(let path, let ending):
            Strings.faultArchive(path: path, bare: String(path.dropLast(ending.count + 1)))
        // The status of sh for a missing program (POSIX.1-2017, 2.8.2).
        case .program(let name, 127): Strings.faultProgramMissing(program: Self.last(of: name))
        case .program(let name, let status): Strings.faultProgram(name: name, status: Int(status))
        case .browser(let name, let status, let address):
            Strings.faultBrowser(name: name, status: Int(status), address: address)
        case .editor(let name, let status, let again):
            Strings.faultEditor(name: name, status: Int(status), command: again)
        default: Strings.sentence(of: self)
        }
    }

    /// Wrong usage, unless the line was right and the world was not.
    public var status: ExitStatus {
        switch self {
        case .nothingBefore, .noAnswer, .cancelled, .stopped, .file, .program, .browser, .runnable, .editor,
            .editorNotUTF8, .editorNeedsTerminal, .outputCut, .passwordsDiffer, .noPassword, .noDraft:
            .failure
        default: .usage
        }
    }

    /// A sentence with the name of a parameter as the usage of its command has it in that language; English has the bare
    /// word.
    private static func naming(_ name: String, _ sentence: @escaping @Sendable (String) -> LocalizedText)
        -> LocalizedText
    {
        LocalizedText { language in
            let isShown = language == .english || Placeholder(rawValue: name) == nil
            return sentence(isShown ? name : Placeholder.translated(name.uppercased(), into: language))
        }
    }

    /// The name of the last program of a pipeline, which is the one that writes and ends it.
    private static func last(of pipeline: String) -> String {
        let command = pipeline.split(separator: "|").last ?? ""
        return command.split(separator: " ").first.map(String.init) ?? pipeline
    }
}
