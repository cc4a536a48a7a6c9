// SPDX-License-Identifier: GPL-3.0-or-later

/// The names that a `% NAME VALUE` line may give.
public enum ScriptSettingName: String, Sendable, CaseIterable {
    case clock, timezone, lang, size, seed, store, user, render
}
