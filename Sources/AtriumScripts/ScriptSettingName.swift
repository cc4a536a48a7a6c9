// SPDX-License-Identifier: GPL-3.0-or-later

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
