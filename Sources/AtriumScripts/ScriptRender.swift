// SPDX-License-Identifier: GPL-3.0-or-later

/// How a script's session shows replies.
public enum ScriptRender: String, Sendable, CaseIterable {
    /// As linear text.
    case plain
    /// As the frame of the full screen, without escape bytes.
    case screen

    /// What a script says; `stage` is how `screen` was called first.
    init?(_ text: String) { self.init(rawValue: text == "stage" ? "screen" : text) }
}
