// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import Foundation

/// The settings of a session script's shell.
///
/// A script without settings has a new store of its own, 80 columns and 24 rows, UTC, English, all apps, the clock at
/// 2026-01-01T09:00:00Z, and no user logged in.
public struct ScriptSettings: Sendable, Equatable {
    /// The store of the session's data.
    public var store = ScriptStore.sqlite
    /// The time of the clock.
    ///
    /// It changes only when the script changes it.
    public var clock = Date(timeIntervalSince1970: 1_767_258_000)
    /// The time zone's identifier in the tz database.
    public var timeZone = "UTC"
    /// The language of everything shown.
    public var language = Language.english
    /// The size of the screen.
    public var size = ScriptSize(columns: 80, rows: 24)
    /// The seed of random numbers.
    public var seed: UInt64 = 0
    /// The user who registers and logs in before the first step.
    public var user: String?
    /// The form in which replies are shown.
    public var render = ScriptRender.plain
    /// The available apps, besides the authenticating one; `nil` means all.
    public var apps: [String]?
    /// The settings that the script itself names, at its start or later, and that an update must therefore not vary.
    public internal(set) var given: Set<ScriptSettingName> = []

    /// The settings of a script that names none.
    public init() {}
}

extension ScriptSettings {
    /// Applies a setting to the start; ignores clock movements, which do not apply there.
    mutating func take(_ setting: ScriptSetting) {
        switch setting {
        case .clock(let instant): clock = instant
        case .clockMoved: break
        case .timeZone(let identifier): timeZone = identifier
        case .language(let language): self.language = language
        case .size(let size): self.size = size
        case .seed(let seed): self.seed = seed
        case .store(let store): self.store = store
        case .user(let user): self.user = user
        case .render(let render): self.render = render
        case .apps(let apps): self.apps = apps
        }
    }
}

/// The kinds of store for the data of a script's session.
public enum ScriptStore: String, Sendable, CaseIterable {
    /// A database file of its own in the session's folder.
    case sqlite
    /// Only memory.
    case memory
    /// A PostgreSQL server, with tables of its own that are removed with the session.
    case postgres
}

/// The size of a script's screen in cells, each from 0 to 65,535 as the terminal interface has it.
public struct ScriptSize: Sendable, Equatable {
    /// Cells in a row.
    public let columns: Int
    /// Rows on the screen.
    public let rows: Int

    /// Makes a size with these numbers of columns and rows.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// The forms in which a script's session shows replies.
public enum ScriptRender: String, Sendable, CaseIterable {
    /// As linear text.
    case plain
    /// As the frame of the full screen, without escape bytes.
    case screen
}

/// One `% NAME VALUE` line.
public enum ScriptSetting: Sendable, Equatable {
    /// The clock is set to this instant.
    case clock(Date)
    /// The clock moves by this number of seconds, back if negative.
    case clockMoved(seconds: Int)
    /// The time zone with this identifier of the tz database.
    case timeZone(String)
    /// The language of everything shown.
    case language(Language)
    /// The size of the screen.
    case size(ScriptSize)
    /// The seed of random numbers. Only before the first command.
    case seed(UInt64)
    /// The kind of store. Only before the first command.
    case store(ScriptStore)
    /// A user of this name registers and logs in with the fixed password.
    case user(String)
    /// The form in which replies are shown.
    case render(ScriptRender)
    /// The available apps, besides the authenticating one. Only before the first command.
    case apps([String])

    /// The name with which the line starts.
    public var name: ScriptSettingName {
        switch self {
        case .clock, .clockMoved: .clock
        case .timeZone: .timezone
        case .language: .lang
        case .size: .size
        case .seed: .seed
        case .store: .store
        case .user: .user
        case .render: .render
        case .apps: .apps
        }
    }
}

/// The names that a `% NAME VALUE` line may give.
public enum ScriptSettingName: String, Sendable, CaseIterable {
    /// Settings of the shell, which stand before the first command; the clock may be moved later, too.
    case clock, timezone, lang, size, seed, store, user, render, apps
    /// Steps on a terminal.
    case pty, deadline, key, type, wait, resize, screen

    /// Whether the line is a step in a terminal, or the one that opens it.
    var isOfTerminal: Bool {
        switch self {
        case .clock, .timezone, .lang, .size, .seed, .store, .user, .render, .apps: false
        case .pty, .deadline, .key, .type, .wait, .resize, .screen: true
        }
    }
}

/// Reads the value of a `% NAME VALUE` line.
struct ScriptSettingParser {
    /// Returns the setting for a name and a value.
    func setting(_ name: String, _ value: String) throws(ScriptSyntaxReason) -> ScriptSetting {
        guard let known = ScriptSettingName(rawValue: name) else { throw .unknownSetting(name) }
        guard !known.isOfTerminal else { throw .needsTerminal(known) }
        guard let setting = setting(known, value) else { throw .badSettingValue(known, value) }
        return setting
    }

    private func setting(_ name: ScriptSettingName, _ value: String) -> ScriptSetting? {
        switch name {
        case .clock:
            movement(value).map(ScriptSetting.clockMoved(seconds:)) ?? instant(value).map(ScriptSetting.clock)
        case .timezone:
            Zone(identifier: value).map { _ in .timeZone(value) }
        case .lang:
            Language(rawValue: value).map(ScriptSetting.language)
        case .size:
            size(value).map(ScriptSetting.size)
        case .seed:
            digits(value[...]).flatMap { UInt64($0) }.map(ScriptSetting.seed)
        case .store:
            ScriptStore(rawValue: value).map(ScriptSetting.store)
        case .user:
            value.isEmpty || value.contains(where: \.isWhitespace) ? nil : .user(value)
        case .render:
            ScriptRender(rawValue: value).map(ScriptSetting.render)
        case .apps:
            apps(value).map(ScriptSetting.apps)
        case .pty, .deadline, .key, .type, .wait, .resize, .screen:
            nil
        }
    }

    /// Names of apps, each once, separated by blanks or commas; only the program knows which apps exist.
    private func apps(_ value: String) -> [String]? {
        let names = value.split { $0 == " " || $0 == "," }.map(String.init)
        return names.isEmpty || Set(names).count < names.count ? nil : names
    }

    /// The longest time a script waits, such as `30s` or `2m`: from 1 second to 10 minutes.
    func deadline(_ value: String) -> Int? { seconds(value[...]).flatMap { (1...600).contains($0) ? $0 : nil } }

    /// `Int` and `UInt64` read a sign too, which none of these values has.
    private func digits(_ text: Substring) -> Substring? {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? text : nil
    }

    func size(_ value: String) -> ScriptSize? {
        let sides = value.split(separator: "x", omittingEmptySubsequences: false)
            .compactMap { digits($0).flatMap { UInt16($0) } }
        guard sides.count == 2, value.utf8.count(where: { $0 == UInt8(ascii: "x") }) == 1 else { return nil }
        return ScriptSize(columns: Int(sides[0]), rows: Int(sides[1]))
    }

    /// `+31m`, `-90s`, `+1d12h`: a sign and a duration, in seconds.
    private func movement(_ value: String) -> Int? {
        guard let sign = value.first, sign == "+" || sign == "-" else { return nil }
        return seconds(value.dropFirst()).map { sign == "-" ? -$0 : $0 }
    }

    private func seconds(_ value: Substring) -> Int? {
        // One word, like every value of a setting.
        value.contains(" ") ? nil : DurationText.duration(value).map { Int($0.components.seconds) }
    }

    /// An instant of RFC 3339 in UTC to the second, from the year 1 on: `2026-01-01T09:00:00Z`.
    private func instant(_ value: String) -> Date? {
        let shape = "0000-00-00T00:00:00Z"
        guard value.utf8.count == shape.utf8.count else { return nil }
        var fields = [0]
        for (expected, actual) in zip(shape.utf8, value.utf8) {
            if expected == UInt8(ascii: "0") {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(actual) else { return nil }
                fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(actual - UInt8(ascii: "0"))
            } else {
                guard actual == expected else { return nil }
                fields.append(0)
            }
        }
        let (year, month, day) = (fields[0], fields[1], fields[2])
        guard year > 0, (1...12).contains(month), fields[3] < 24, fields[4] < 60, fields[5] < 60 else { return nil }
        let leap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        let before = year - 1
        let days =
            before * 365 + before / 4 - before / 100 + before / 400 + lengths[..<(month - 1)].reduce(0, +) + day - 1
        // 719,162 days lie between 0001-01-01 and 1970-01-01 in the proleptic Gregorian calendar.
        return Date(
            timeIntervalSince1970: Double(((days - 719_162) * 24 + fields[3]) * 3_600 + fields[4] * 60 + fields[5]))
    }
}
