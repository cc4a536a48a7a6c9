// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic
package import Session

/// The user’s answers to what a file itself does not tell.
package struct ImportChoices: Sendable {
    /// The user’s name in a chat, or number in a table; `-` where the user has written nothing in it.
    package var me: String?
    /// In which order dates are written.
    package var dates: DateOrder?
    /// Which column of a table says what.
    package var columns: TableMapping?
    /// What a table’s column of directions says of a message that the user sent.
    package var sent: String?
    /// Where times are of that do not say so; nil for where the user is.
    package var timeZone: Zone?
    /// What a notice of Signal says in the user’s language, by its name in the file; nil for one without such words.
    ///
    /// It is stored so; Signal’s own name for a message knows it again in another language.
    package var notices: @Sendable (String) -> String? = { _ in nil }
    /// Whether contacts are those of the organisation.
    package var isCorporate: Bool

    package init(
        me: String? = nil, dates: DateOrder? = nil, columns: TableMapping? = nil, sent: String? = nil,
        timeZone: Zone? = nil, isCorporate: Bool = false
    ) {
        self.isCorporate = isCorporate
        self.me = me
        self.dates = dates
        self.columns = columns
        self.sent = sent
        self.timeZone = timeZone
    }
}
