// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Terminal

/// The files of texts that are in an editor, each in a folder of its own, where the editor’s own copies are too.
///
/// The folder is named for whose text it is, the command that edits it and the version that it was made from. It is
/// locked by this process and by the editor; one without a lock was left behind, and is gone on with.
struct EditedFiles {
    /// The folder of the folders, which is the user’s alone.
    let folder: String

    /// The file of a text: the one that was left behind, or a new one.
    ///
    /// - Throws: `CommandFault.file` when there can be none.
    func file(for text: EditedText, of owner: String) throws(CommandFault) -> EditedFile {
        let prefix = "\(SafeFileName.of(owner)).\(SafeFileName.of(text.command))."
        for name in names where name.hasPrefix(prefix) {
            if let file = EditedFile(leftIn: "\(folder)/\(name)", base: base(of: name)), file.isTouched { return file }
        }
        return try EditedFile(in: "\(folder)/\(prefix)\(text.base)", holding: text)
    }

    /// The commands that go on with what was left behind; what nothing was typed in is removed.
    func left(by owner: String) -> [String] {
        var commands: [String] = []
        for name in names {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4, parts[0] == SafeFileName.of(owner), let command = SafeFileName.text(of: parts[1]),
                let file = EditedFile(leftIn: "\(folder)/\(name)", base: base(of: name))
            else { continue }
            if file.isTouched { commands.append(command) } else { file.remove() }
        }
        return commands.sorted()
    }

    /// Removes what somebody had in an editor.
    func forget(_ owner: String) {
        for name in names where name.hasPrefix("\(SafeFileName.of(owner)).") {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    private func base(of name: String) -> Int {
        name.split(separator: ".").dropFirst(2).first.flatMap { Int($0) } ?? 0
    }
}
