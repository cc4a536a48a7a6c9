// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import Session

/// What a session script's shell is set up with.
///
/// A script without settings has a fresh store of its own, 80 columns and 24 rows, UTC, English, all apps, and the clock at
/// 2026-01-01T09:00:00Z. Nobody is logged in.
public struct ScriptSettings: Sendable, Equatable {
    /// Where the session keeps its data.
    public var store = ScriptStore.sqlite
    /// Where the clock stands.
    ///
    /// It moves only when the script moves it.
    public var clock = Date(timeIntervalSince1970: 1_767_258_000)
    /// The time zone's identifier in the tz database.
    public var timeZone = "UTC"
    /// The language of everything shown.
    public var language = Language.english
    /// The size of the screen.
    public var size = ScriptSize(columns: 80, rows: 24)
    /// Where randomness starts.
    public var seed: UInt64 = 0
    /// The user who registers and logs in before the first step.
    public var user: String?
    /// How replies are shown.
    public var render = ScriptRender.plain
    /// The apps that there are, beside the one that authenticates; nil: all.
    public var apps: [String]?
    /// The settings that the script names itself, at its start or later, and that an update must not vary therefore.
    public internal(set) var given: Set<ScriptSettingName> = []

    /// The settings of a script that names none.
    public init() {}
}

extension ScriptSettings {
    /// Takes a setting into the start; moving the clock has no place there and is left out.
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

/// Where a script's session keeps its data.
public enum ScriptStore: String, Sendable, CaseIterable {
    /// A database file of its own in the session's folder.
    case sqlite
    /// Nowhere but in memory.
    case memory
}

/// The size of a script's screen in cells, each from 0 to 65,535 as the terminal interface has it.
public struct ScriptSize: Sendable, Equatable {
    /// Cells in a row.
    public let columns: Int
    /// Rows on the screen.
    public let rows: Int

    /// Makes a size of so many columns and rows.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// How a script's session shows replies.
public enum ScriptRender: String, Sendable, CaseIterable {
    /// As linear text.
    case plain
    /// As the frame of the full screen, without escape bytes.
    case screen

    /// What a script says; `stage` is how `screen` was called first.
    init?(_ text: String) { self.init(rawValue: text == "stage" ? "screen" : text) }
}
