// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter

extension Note {
    /// What another program says of the note in front matter that means nothing to Atrium, in order; of what is nested
    /// the name alone.
    package var properties: [(name: String, values: [String])] {
        guard !marks.others.isEmpty else { return [] }
        return FrontMatter.properties(inOthers: marks.others)
    }
}
