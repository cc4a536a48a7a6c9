// SPDX-License-Identifier: GPL-3.0-or-later

/// How pages say what stands in no message, in the language of those who read them.
package struct PageTexts: Sendable {
    /// The language, as BCP 47 names it.
    package let language: String
    /// What all the pages are.
    package let title: String
    /// What a number of messages is called.
    package let count: @Sendable (Int) -> String
    /// How far a message has come; nil for most.
    package let status: @Sendable (Message) -> String?
    /// How a call went.
    package let call: @Sendable (Call) -> String
    /// What stands for a file whose bytes never came.
    package let missing: String
    /// Makes a text show what it hides; its lines stay.
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
