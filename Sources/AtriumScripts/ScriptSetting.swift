// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import Session

/// One `% NAME VALUE` line.
public enum ScriptSetting: Sendable, Equatable {
    /// The clock stands at this instant.
    case clock(Date)
    /// The clock moves by so many seconds, back if negative.
    case clockMoved(seconds: Int)
    /// The time zone with this identifier of the tz database.
    case timeZone(String)
    /// The language of everything shown.
    case language(Language)
    /// The size of the screen.
    case size(ScriptSize)
    /// Where randomness starts. Only before the first command.
    case seed(UInt64)
    /// The kind of store. Only before the first command.
    case store(ScriptStore)
    /// A user of this name registers and logs in with the fixed password.
    case user(String)
    /// How replies are shown.
    case render(ScriptRender)
    /// The apps that there are, beside the one that authenticates. Only before the first command.
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
    case clock, timezone, lang, size, seed, store, user, render, apps
    case pty, deadline, key, type, wait, resize, screen

    /// Whether the line is a step in a terminal, or the one that opens it.
    var isOfTerminal: Bool {
        switch self {
        case .clock, .timezone, .lang, .size, .seed, .store, .user, .render, .apps: false
        case .pty, .deadline, .key, .type, .wait, .resize, .screen: true
        }
    }
}
