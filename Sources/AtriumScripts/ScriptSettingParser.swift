// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// Reads the value of a `% NAME VALUE` line.
struct ScriptSettingParser {
    /// The setting that the two words mean.
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
            ScriptRender(value).map(ScriptSetting.render)
        case .apps:
            apps(value).map(ScriptSetting.apps)
        case .pty, .deadline, .key, .type, .wait, .resize, .screen:
            nil
        }
    }

    /// Names of apps, each once, between blanks or commas; which there are only the program knows.
    private func apps(_ value: String) -> [String]? {
        let names = value.split { $0 == " " || $0 == "," }.map(String.init)
        return names.isEmpty || Set(names).count < names.count ? nil : names
    }

    /// How long a script waits at most, `30s` or `2m`: from 1 second to 10 minutes.
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
        // One word, as every value of a setting.
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
