// SPDX-License-Identifier: GPL-3.0-or-later

/// The texts of pages that are in no message, in the language of the readers.
package struct PageTexts: Sendable {
    /// The language, as BCP 47 names it.
    package let language: String
    /// The title of all the pages.
    package let title: String
    /// The text for a number of messages.
    package let count: @Sendable (Int) -> String
    /// The text for the status of a message; `nil` for most.
    package let status: @Sendable (Message) -> String?
    /// The text for the outcome of a call.
    package let call: @Sendable (Call) -> String
    /// The text in place of a file whose bytes never came.
    package let missing: String
    /// Makes the hidden characters of a text visible; its lines stay.
    package let visible: @Sendable (String) -> String

    package init(
        language: String, title: String, count: @escaping @Sendable (Int) -> String,
        status: @escaping @Sendable (Message) -> String?, call: @escaping @Sendable (Call) -> String, missing: String,
        visible: @escaping @Sendable (String) -> String
    ) {
        self.language = language
        self.title = title
        self.count = count
        self.status = status
        self.call = call
        self.missing = missing
        self.visible = visible
    }
}
