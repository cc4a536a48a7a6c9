// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

/// What a conversation says of messages, in English in each language, as it is part of what is stored.
enum ChatWords {
    /// What a quotation has at most, in characters.
    private static let longestQuotation = 200

    /// A text in quotation marks, shortened.
    static func quotation(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "“" + line.prefix(longestQuotation) + (line.count > longestQuotation ? "…" : "") + "”"
    }

    /// That the sender took back the message.
    static let retracted = "(unsent)"

    /// That the sender has changed the message, and what it said before.
    static func edited(before: [String]) -> String {
        guard !before.isEmpty else { return "(edited)" }
        return "(edited; before: " + before.map { "“\($0)”" }.joined(separator: ", ") + ")"
    }
}
