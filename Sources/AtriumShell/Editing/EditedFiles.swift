// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumTerminal

/// The files of texts that are in an editor, each in a folder of its own, where the editor’s own copies are too.
///
/// The folder is named for the owner of the text, the command that edits it and the version that it was made from. It
/// is locked by this process and by the editor; one without a lock was left behind, and is continued.
///
/// A secret text’s folder lies in memory. If the system has none for it, it lies with the others, and is removed as
/// soon as it is no longer edited.
struct EditedFiles {
    /// The folder of the folders, which is the user’s alone.
    let folder: String
    /// The folder of those of secret texts.
    let memory: MemoryFolder
    /// The suffix behind the version of a secret text that lies on a disk.
    private static let exposed = "s"

    /// The folders of texts in a folder, and of secret ones in memory.
    ///
    /// - Parameters:
    ///   - program: The program, by the word that starts it.
    ///   - parents: The folders in one of which the one in memory may be.
    init(folder: String, of program: String, memoryIn parents: [String]) {
        self.folder = folder
        memory = MemoryFolder(for: folder, of: program, in: parents)
    }

    /// The file of a text: the one that was left behind, or a new one.
    ///
    /// - Throws: `CommandFault.file` when there can be none.
    func file(for text: EditedText, of owner: String) throws(CommandFault) -> EditedFile {
        let prefix = Self.prefix(of: owner) + "\(SafeFileName.of(text.command))."
        for place in places(startingWith: prefix) {
            if let file = EditedFile(leftIn: place, base: base(of: place)), file.isTouched { return file }
        }
        guard text.isSecret else { return try EditedFile(in: "\(folder)/\(prefix)\(text.base)", holding: text) }
        guard let memory = memory.made() else {
            return try EditedFile(in: "\(folder)/\(prefix)\(text.base)\(Self.exposed)", holding: text)
        }
        return try EditedFile(in: "\(memory)/\(prefix)\(text.base)", holding: text)
    }

    /// Reads the leftovers of edits; removes those without typed text.
    ///
    /// - Parameter removesExposed: Whether secret texts on a disk are removed, too.
    /// - Returns: The commands that continue the rest, and those whose typed texts were removed.
    func left(by owner: String, removesExposed: Bool = false) -> (commands: [String], removed: [String]) {
        var removed: [String] = []
        let commands = look(at: owner) { command, file, isExposed in
            let isTouched = file.isTouched
            guard (isExposed && removesExposed) || !isTouched else { return command }
            file.remove()
            if isTouched { removed.append(command) }
            return nil
        }
        return (commands, removed.sorted())
    }

    /// Removes the leftovers of an edit.
    ///
    /// - Returns: Whether there was any.
    func drop(_ command: String, of owner: String) -> Bool {
        let dropped = look(at: owner) { found, file, _ in
            guard found == command else { return nil }
            file.remove()
            return found
        }
        memory.removeIfEmpty()
        return !dropped.isEmpty
    }

    /// Keeps the edited texts of a user under another name; one that cannot be moved stays.
    func move(_ owner: String, to other: String) {
        let (old, new) = (Self.prefix(of: owner), Self.prefix(of: other))
        for place in places(startingWith: old) {
            let (folder, name) = Folder.split(place)
            try? FilePlace.moveUnlessTaken(place, to: "\(folder)/\(new)\(name.dropFirst(old.count))")
        }
    }

    /// Removes the edited texts of a user.
    func forget(_ owner: String) {
        for place in places(startingWith: Self.prefix(of: owner)) {
            Folder.discard(place)
        }
        memory.removeIfEmpty()
    }

    /// Looks at the files that are no longer edited.
    private func look(
        at owner: String, _ body: (_ command: String, _ file: EditedFile, _ isExposed: Bool) -> String?
    ) -> [String] {
        places(startingWith: Self.prefix(of: owner)).compactMap { place in
            let parts = Folder.split(place).name.split(separator: ".", omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 4, let command = SafeFileName.text(of: parts[1]),
                let file = EditedFile(leftIn: place, base: base(of: place))
            else { return nil }
            return body(command, file, parts[2].hasSuffix(Self.exposed))
        }.sorted()
    }

    /// The prefix of the names of a user’s folders.
    private static func prefix(of owner: String) -> String { "\(SafeFileName.of(owner))." }

    /// The folders whose names begin so, those on a disk first.
    private func places(startingWith prefix: String) -> [String] {
        [folder, memory.path].compactMap { $0 }.flatMap { folder in
            ((try? Folder.names(in: folder, startingWith: prefix)) ?? []).sorted().map { "\(folder)/\($0)" }
        }
    }

    private func base(of place: String) -> Int {
        Folder.split(place).name.split(separator: ".").dropFirst(2).first.flatMap {
            Int($0.hasSuffix(Self.exposed) ? $0.dropLast() : $0)
        } ?? 0
    }
}

/// A text in a file for an editor, in a folder that no other process uses meanwhile.
final class EditedFile {
    /// The file.
    let path: String
    /// The version that the text was made from.
    let base: Int
    private let folder: String
    private let held: LockedFolder?
    private static let name = "text.md"

    /// The descriptor by which the folder is locked, for the editor to keep; -1 if the folder could not be locked.
    ///
    /// An editor that outlives this process still holds the lock.
    var lock: Int32 { held?.number ?? -1 }

    /// A new file with this text; `prefix` is the beginning of its folder’s name.
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
            // A file of the year 1970 was not written since.
            try draft.finish(waits: false, written: 0)
        } catch {
            remove()
            throw .file(path: path, reason: error.reason)
        }
    }

    /// A file that was left behind; `nil` while it is edited.
    init?(leftIn folder: String, base: Int) {
        guard let held = try? LockedFolder(folder) else { return nil }
        self.folder = folder
        self.held = held
        self.base = base
        path = "\(folder)/\(Self.name)"
        // Nano’s own file on a request to end replaces the text; vi and Emacs ask by themselves.
        try? FilePlace.move("\(path).save", to: path)
    }

    /// Whether the file was written, or an editor has left a copy of its own beside it.
    var isTouched: Bool {
        guard let status = FileStatus(path) else { return false }
        return status.written != 0 || hasOthers
    }

    /// Whether an editor has left something beside the file: a swap file, a copy.
    var hasOthers: Bool { ((try? Folder.names(in: folder)) ?? []).contains { $0 != Self.name } }

    /// Removes the file and all files that an editor has left beside it.
    func remove() { Folder.discard(folder) }
}
