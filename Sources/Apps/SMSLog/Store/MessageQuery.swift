// SPDX-License-Identifier: GPL-3.0-or-later

import Systems

/// What somebody typed to find messages; see module Systems.
package typealias MessageQuery = Systems.SearchQuery

extension MessageQuery {
    /// Whether a text is found.
    package func finds(_ text: String) -> Bool { matches(SearchText.tokens(of: text)) }
}
