// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

extension SessionScript {
    /// What there is to know of the format: paragraphs, and tables of what is typed.
    ///
    /// - Parameter program: The command that runs, records and tests scripts.
    public static func description(for program: String) -> LocalizedText {
        // Put together when it is read: a start makes the topic, and hardly anybody asks for it.
        LocalizedText("topic") { language in
            let kinds = PlaceholderKind.allCases.map(\.rawValue).joined(separator: ", ")
            return Strings.topic(kinds: kinds, program: program).string(in: language)
        }
    }

    /// One line on where the description is found, for the help of a shell whose topic it is.
    public static var descriptionHint: LocalizedText { Strings.topicHint }
}
