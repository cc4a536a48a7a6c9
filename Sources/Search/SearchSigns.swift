// SPDX-License-Identifier: GPL-3.0-or-later

/// Which characters can be looked for; a text and the queries for it agree on that.
package enum SearchSigns: Hashable, Sendable {
    /// Letters and digits.
    case letters
    /// Emoji and other pictures too, and kana of half width as those of full width.
    case pictures
}
