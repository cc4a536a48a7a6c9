// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

/// The texts of a conversation about messages, in English in each language, as they are part of the stored message.
enum ChatWords {
    /// The maximum length of a quotation, in characters.
    private static let longestQuotation = 200

    /// A text in quotation marks, shortened.
    static func quotation(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "“" + line.prefix(longestQuotation) + (line.count > longestQuotation ? "…" : "") + "”"
    }

    /// The subject of a message, with the text that it answers.
    ///
    /// - Parameter answered: A quotation; `nil` if it answers nothing.
    static func subject(_ subject: String?, answering answered: String?) -> String? {
        guard let answered else { return subject }
        return [subject, "Re: " + answered].compactMap { $0 }.joined(separator: " · ")
    }

    /// The text for a message that the sender withdrew.
    static let retracted = "(unsent)"

    /// The text for a message that the sender changed, with its earlier texts.
    static func edited(before: [String]) -> String {
        guard !before.isEmpty else { return "(edited)" }
        return "(edited; before: " + before.map { "“\($0)”" }.joined(separator: ", ") + ")"
    }
}
