// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files

/// Whether the program starts with lines of text and no panels: a file in its folder says so, since that has to be known
/// before anybody is logged in.
package struct PlainStart {
    private let path: String?

    /// The choice that is kept in a folder; nil: nothing is kept.
    package init(home: String?) { path = home.map { $0 + "/plain" } }

    /// Whether it was chosen.
    package var isChosen: Bool { path.map { FileStatus($0, followingLinks: false) != nil } ?? false }

    /// Keeps the choice for the next start.
    ///
    /// - Throws: `CommandFault.file`.
    func choose(_ isPlain: Bool) throws(CommandFault) {
        guard let path, isPlain != isChosen else { return }
        do throws(FileFault) {
            if isPlain {
                try DraftFile.write([], to: path, replacing: true, waits: true)
            } else {
                try FilePlace.remove(path)
            }
        } catch { throw .file(path: path, reason: error.reason) }
    }
}
