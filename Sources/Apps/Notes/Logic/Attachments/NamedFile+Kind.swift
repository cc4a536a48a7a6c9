// SPDX-License-Identifier: GPL-3.0-or-later

import Files
package import NotesDomain

extension NamedFile {
    /// Whether a file is meant for sure: `[[Node.js]]` may be a title.
    package var isOfKnownKind: Bool {
        !isTitle || isShown || meanings.contains { MediaType.of(FilePath($0).last) != nil }
    }
}
