// SPDX-License-Identifier: GPL-3.0-or-later

/// How a signed folder names what it says of messages, in the language of those who read it.
package struct LegalTexts: Sendable {
    /// How its page says the rest.
    package let page: PageTexts
    package let sent: String
    package let received: String
    package let from: String
    package let to: String
    package let exhibit: String
    package let source: String
    package let status: String
    /// When a message was kept that was never sent.
    package let kept: String
    /// Who the user is, where a message does not say by what number.
    package let user: String

    package init(
        page: PageTexts, sent: String, received: String, from: String, to: String, exhibit: String, source: String,
        status: String, kept: String, user: String
    ) {
        self.page = page
        self.sent = sent
        self.received = received
        self.from = from
        self.to = to
        self.exhibit = exhibit
        self.source = source
        self.status = status
        self.kept = kept
        self.user = user
    }
}
