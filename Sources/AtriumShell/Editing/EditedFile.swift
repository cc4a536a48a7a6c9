// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files

/// A text in a file that an editor gets, in a folder that nobody else uses meanwhile.
final class EditedFile {
    /// The file.
    let path: String
    /// The version that the text was made from.
    let base: Int
    private let folder: String
    private let held: LockedFolder?
    private static let name = "text.md"

    /// The descriptor by which the folder is locked, for the editor to keep; -1 where the folder could not be locked.
    ///
    /// An editor that outlives this process still holds the lock.
    var lock: Int32 { held?.number ?? -1 }

    /// A new file with this text; `prefix` is where its folder’s name begins.
    ///
    /// - Throws: `CommandFault.file`.
    init(in prefix: String, holding text: EditedText) throws(CommandFault) {
        do throws(FileFault) { folder = try Folder.makeNew("\(prefix).") } catch {
            throw .file(path: prefix, reason: error.reason)
        }
        path = "\(folder)/\(Self.name)"
        base = text.base
        held = try? LockedFolder(folder)
        do throws(FileFault) {
            let draft = try DraftFile(for: path)
            try draft.write(Array(text.text.utf8))
            // A file of the year 1970 was written by nobody since.
            try draft.finish(waits: false, written: 0)
        } catch {
            remove()
            throw .file(path: path, reason: error.reason)
        }
    }

    /// A file that was left behind; nil while somebody edits it.
    init?(leftIn folder: String, base: Int) {
        guard let held = try? LockedFolder(folder) else { return nil }
        self.folder = folder
        self.held = held
        self.base = base
        path = "\(folder)/\(Self.name)"
        // What nano writes when it is told to end takes the place of the text; vi and Emacs ask by themselves.
        try? FilePlace.move("\(path).save", to: path)
    }

    /// Whether somebody has written the file, or an editor has left a copy of its own beside it.
    var isTouched: Bool {
        guard let status = FileStatus(path) else { return false }
        return status.written != 0 || hasOthers
    }

    /// Whether an editor has left something beside the file: a swap file, a copy.
    var hasOthers: Bool { ((try? Folder.names(in: folder)) ?? []).contains { $0 != Self.name } }

    /// Removes the file and whatever an editor has left beside it.
    func remove() { Folder.discard(folder) }
}
