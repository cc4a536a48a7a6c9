// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// One thing: its fields, and its text if it has one.
public struct Detail: Equatable, Sendable, Codable {
    /// One field.
    public struct Field: Equatable, Sendable, Codable {
        /// The name in JSON.
        public let key: String
        /// The label for people.
        public let title: LocalizedText
        /// What it is, as programs and people read it.
        public let value: Value
        /// Whether only programs see it.
        public let isHidden: Bool

        /// A field of these facts.
        public init(_ key: String, _ title: LocalizedText, _ value: Value, isHidden: Bool = false) {
            self.key = key
            self.title = title
            self.value = value
            self.isHidden = isHidden
        }
    }

    /// The fields, in order.
    public let fields: [Field]
    /// The name of the text in JSON, and the text.
    public let text: Fact?
    /// What stands below the text, a line for each value of a list, such as where its links lead.
    public let notes: Fact?

    /// A thing of these fields and this text.
    public init(fields: [Field], text: Fact? = nil, notes: Fact? = nil) {
        self.fields = fields
        self.text = text
        self.notes = notes
    }
}
