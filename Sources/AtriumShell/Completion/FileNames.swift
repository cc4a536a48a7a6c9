// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
import Foundation
import Session
import Terminal
import Worlds

/// Completes names of files and folders.
struct FileNames {
    let world: World

    /// The names that start like `word`, folders with a slash; hidden ones only after a dot.
    func completions(for word: String) -> [Completion] {
        let slash = word.lastIndex(of: "/")
        let folder = slash.map { String(word[...$0]) } ?? ""
        let prefix = slash.map { String(word[word.index(after: $0)...]) } ?? word
        let path = folder.isEmpty ? world.workingFolder : world.path(of: folder)
        let names = (try? Folder.names(in: path)) ?? []
        return names.sorted().filter {
            Folding.of($0).hasPrefix(Folding.of(prefix)) && ($0.first != "." || prefix.first == ".")
        }.map { name in
            let isFolder = FileStatus(path + "/" + name, followingLinks: true)?.kind == .folder
            return Completion(text: folder + name + (isFolder ? "/" : ""), appends: isFolder ? nil : " ")
        }
    }
}
