// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain

extension StyledText {
    /// An excerpt with what was looked for marked.
    init(_ excerpt: MatchExcerpt) {
        self.init()
        for piece in excerpt.pieces { append(piece.text, piece.isMatch ? .match : []) }
    }
}
