// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// Something that `help` explains beside commands and apps.
public struct HelpTopic: Sendable {
    /// What a user types after `help`.
    public let name: String
    /// The line at the end of the overview that tells of it.
    public let hint: LocalizedText
    /// The explanation, in lines.
    public let text: LocalizedText

    /// A topic of these texts.
    public init(_ name: String, hint: LocalizedText, text: LocalizedText) {
        self.name = name
        self.hint = hint
        self.text = text
    }
}
