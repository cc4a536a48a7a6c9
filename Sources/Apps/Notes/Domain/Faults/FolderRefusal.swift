// SPDX-License-Identifier: GPL-3.0-or-later

package import FrontMatter

/// A note’s file cannot say what the note is to be; both are as they were.
package struct FolderRefusal: Error, Hashable, Sendable {
    /// The file’s name below the folder.
    package let file: String
    /// Which field of its front matter cannot change, and why.
    package let refusal: FrontMatterRefusal

    package init(file: String, _ refusal: FrontMatterRefusal) {
        self.file = file
        self.refusal = refusal
    }
}
