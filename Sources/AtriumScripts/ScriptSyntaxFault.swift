// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of a session script that says nothing the format knows.
public struct ScriptSyntaxFault: Error, Equatable {
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong with it.
    public let reason: ScriptSyntaxReason
}

/// What is wrong with a line of a session script.
public enum ScriptSyntaxReason: Error, Equatable {
    /// Its bytes are not UTF-8.
    case invalidUTF8
    /// It holds a NUL.
    case nulCharacter
    /// It starts with a tab, where two spaces were probably meant.
    case leadingTab
    /// It starts with something that means nothing.
    case unknownPrefix(Character)
    /// It is `$` with no command after it.
    case commandMissing
    /// A setting of this name does not exist.
    case unknownSetting(String)
    /// The setting cannot have this value.
    case badSettingValue(ScriptSettingName, String)
    /// The setting belongs before the first command.
    case settingTooLate(ScriptSettingName)
    /// The setting stands twice where one value only can hold.
    case settingRepeated(ScriptSettingName)
    /// The line means something on a terminal only, and stands before `% pty` or in a recording.
    case needsTerminal(ScriptSettingName)
    /// The setting cannot change any more once the program runs on a terminal.
    case settingOnTerminal(ScriptSettingName)
    /// On a terminal there is nothing to check but the screen.
    case notOnTerminal
    /// A terminal cannot open over a store in memory, which no other process sees.
    case terminalOverMemory
    /// No key has this name.
    case unknownKey(String)
    /// This is no status from 0 to 255.
    case badStatus(String)
    /// This is no app's name.
    case badApp(String)
    /// An answer, output or status belongs to no command.
    case expectationBeforeCommand
    /// An answer, output or status follows the status of its command.
    case expectationAfterStatus
    /// `-- NAME` without the end of the line's form.
    case fixtureNameUnterminated
    /// Another fixture has this name, or is a folder or a file where this one needs the other.
    case fixtureRepeated(String)
    /// The name would lead out of the session's folder, or holds control characters.
    case fixtureUnsafe(String)
    /// A placeholder of this name has a kind that does not exist.
    case placeholderKindUnknown(name: String, kind: String)
    /// A placeholder changes its kind.
    case placeholderKindChanged(name: String, from: PlaceholderKind, to: PlaceholderKind)
    /// This is no regular expression.
    case badExpression(String)
    /// A regular expression repeats a group that leaves a choice, or repeats or chooses too often, so that trying it may
    /// take too long.
    case nestedRepetition(String)
}
