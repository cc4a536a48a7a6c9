// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFiles

/// A fault in a typed line.
public enum CommandFault: Error, Hashable, Sendable {
    /// No command starts with this word; `nearest` is one that looks like it.
    case unknownCommand(String, nearest: String?)
    /// Several commands start with this word.
    case ambiguous(String, candidates: [String])
    /// A parameter that the command needs is missing.
    case missing(String)
    /// `>`, `|` or `&` without a command before it.
    case noCommand
    /// Commands of other apps are called so: each of the lines goes to one of them.
    case ofOtherApp(String, apps: [String], lines: [String])
    /// The word after an app’s name is none of its commands; `nearest` is a line with a similar one.
    case behindApp(String, rest: String, nearest: String? = nil)
    /// More words than the command takes.
    case unexpected(String)
    /// More than the command takes, which may be the password that it asks for.
    case secretOnLine(command: String)
    /// The command has no such option.
    case unknownOption(String, command: String)
    /// An option of the command stands within a text: `line` is how it would be written as part of that.
    case optionInText(String, line: String)
    /// The command has no such option, and a text may begin here: `line` is how that would be written.
    case optionBeforeText(String, command: String, line: String)
    /// `<` behind `-`, as other shells write it.
    case inputRedirection(command: String)
    /// The option needs a value.
    case optionNeedsValue(String)
    /// The value is none of the choices.
    case notAChoice(name: String, value: String, choices: [String])
    /// The value is invalid; the examples are some valid ones.
    case notSuchAs(name: String, value: String, examples: [String])
    /// The value is no whole number above 0.
    case notANumber(name: String, value: String)
    /// The value names no day.
    case notADay(name: String, value: String)
    /// The value names no day and no time of the day.
    case notAMoment(name: String, value: String)
    /// The value names no day and no span of days.
    case notAPeriod(name: String, value: String)
    /// The span of days ends before it begins.
    case periodBackwards(name: String, value: String)
    /// A quotation mark is not closed.
    case openQuote(Character)
    /// `>` or `|` without what must follow.
    case emptyRedirection(String)
    /// No app has this name.
    case unknownApp(String, nearest: String?)
    /// The current app has no such tab.
    case unknownTab(String, tabs: [String])
    /// No app answers to this route.
    case unknownRoute(String)
    /// There is no app to go back to.
    case nothingBefore
    /// The command asked for an answer and there was none.
    case noAnswer
    /// The user said no, or pressed Ctrl-C.
    case cancelled
    /// Work was cancelled while it ran.
    case stopped
    /// The text that the command needs is empty.
    case emptyText
    /// The file cannot be read or written.
    case file(path: String, reason: FileFault.Reason)
    /// Nothing is written that the end of this file’s name promises.
    case archive(path: String, ending: String)
    /// No format of exports has the ending of the file’s name; `endings` are those that formats have.
    case unknownEnding(path: String, endings: [String])
    /// No setting has this name.
    case unknownSetting(String, nearest: String?)
    /// Another action has this key.
    case keyTaken(String, action: String)
    /// The program that output was sent to, or the editor, failed.
    case program(String, status: Int32)
    /// The program that output was sent to wrote more than this, and was ended.
    case outputCut(String, limit: Int)
    /// The program that an address was handed to failed.
    case browser(String, status: Int32, address: String)
    /// A file is a program, or leads to one, and is not handed to the program that opens files.
    case runnable(path: String)
    /// The editor failed; the typed text is kept, and `again` continues it.
    case editor(String, status: Int32, again: String)
    /// The editor needs a terminal, and there is none; `otherwise` does without.
    case editorNeedsTerminal(String, otherwise: String)
    /// The typed text is not UTF-8; it is in the file.
    case editorNotUTF8(file: String)
    /// A new password was not typed twice in the same way.
    case passwordsDiffer
    /// A new password is empty.
    case noPassword
    /// There is no unfinished text.
    case noDraft

    /// The file cannot be read or written; `number` is the operating system’s error number.
    public static func file(path: String, number: Int32) -> CommandFault { .file(path: path, reason: .system(number)) }
}

/// Finds the known word that was probably meant.
public enum NearestWord {
    /// The nearest of these words, if it is near enough: at most a third of its letters differ.
    public static func to(_ word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased().prefix(64))
        let scored = words.map { ($0, distance(typed, Array($0))) }
        guard let best = scored.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
        // A word that keeps no letter is another word.
        guard best.1 < max(typed.count, best.0.count) else { return nil }
        return best.1 <= max(1, (best.0.count + 1) / 3) ? best.0 : nil
    }

    /// The number of letters to insert, delete, replace, or swap with their neighbour.
    ///
    /// Source: optimal string alignment, G. Navarro, “A guided tour to approximate string matching” (2001).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            before = last
            last = current
        }
        return last[right.count]
    }
}
