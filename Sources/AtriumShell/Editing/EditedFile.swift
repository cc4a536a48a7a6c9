// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
import Foundation

/// A text in a file that an editor gets, in a folder that nobody else uses meanwhile.
final class EditedFile {
    /// The file.
    let path: String
    /// The version that the text was made from.
    let base: Int
    private let folder: String
    /// The descriptor by which the folder is locked, for the editor to keep; -1 where the folder could not be locked.
    ///
    /// An editor that outlives this process still holds the lock.
    let lock: Int32
    private static let name = "text.md"

    /// A new file with this text; `prefix` is where its folder’s name begins.
    ///
    /// - Throws: `CommandFault.file`.
    init(in prefix: String, holding text: EditedText) throws(CommandFault) {
        do throws(FileFault) { folder = try Folder.makeNew("\(prefix).") } catch {
            throw .file(path: prefix, reason: error.reason)
        }
        path = "\(folder)/\(Self.name)"
        base = text.base
        lock = Self.lock(folder) ?? -1
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .file(path: path, number: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try handle.write(contentsOf: Data(text.text.utf8)) } catch {
            remove()
            throw .file(path: path, number: ENOSPC)
        }
        // A file of the year 1970 was written by nobody since.
        var times = [timespec(), timespec()]
        futimens(descriptor, &times)
    }

    /// A file that was left behind; nil while somebody edits it.
    init?(leftIn folder: String, base: Int) {
        guard let lock = Self.lock(folder) else { return nil }
        self.folder = folder
        self.lock = lock
        self.base = base
        path = "\(folder)/\(Self.name)"
        takeSaved()
    }

    deinit { if lock >= 0 { close(lock) } }

    /// Whether somebody has written the file, or an editor has left a copy of its own beside it.
    var isTouched: Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mtim.tv_sec != 0 || hasOthers
    }

    /// Whether an editor has left something beside the file: a swap file, a copy.
    var hasOthers: Bool { names.contains { $0 != Self.name } }

    /// Removes the file and whatever an editor has left beside it.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    /// What nano writes when it is told to end takes the place of the text; vi and Emacs ask by themselves.
    private func takeSaved() {
        let saved = "\(path).save"
        if access(saved, F_OK) == 0 { rename(saved, path) }
    }

    private static func lock(_ folder: String) -> Int32? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
