// SPDX-License-Identifier: GPL-3.0-or-later

/// What a note is called that has a name of its own, as each that lies in a file has.
///
/// A note without one is called by its first line.
package struct NoteNames: Hashable, Sendable {
    /// No name but the first line.
    package static let none = NoteNames(path: "")

    /// The name behind the folders that lead to it: `work/Plan` for the file `work/Plan.md`; empty for no name.
    package var path: String
    /// What the front matter calls the note; empty for nothing.
    package var title: String
    /// The other names in the front matter.
    package var aliases: [String]

    package init(path: String, title: String = "", aliases: [String] = []) {
        self.path = path
        self.title = title
        self.aliases = aliases
    }

    /// Whether there is no name.
    package var isEmpty: Bool { path.isEmpty }

    /// The name alone.
    package var name: String { FilePath(path).last }

    /// The name as it is shown: that of Logseq’s page, where it is said that the file stands for one.
    package var shown: String { isPage ? title : name }

    /// Whether the title is what Logseq calls a file of this name.
    private var isPage: Bool { !title.isEmpty && isOfLogseq && LogseqName.title(ofFile: name) == title }

    /// The folders before the name; empty for none.
    package var folder: String { FilePath(path).folder }

    /// The names beside the name itself, each once.
    package var others: [String] {
        guard !title.isEmpty || !aliases.isEmpty || isOfLogseq else { return [] }
        var known: Set<String> = [NameKey.of(name), ""]
        return ([title] + aliases + LogseqName.names(ofFile: path)).filter { known.insert(NameKey.of($0)).inserted }
    }

    private var isOfLogseq: Bool { path.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "_") } }

    /// The names after the note’s file has got another one; a title that said the old one says the new one.
    package func renamed(to path: String, title new: String) -> NoteNames {
        var names = self
        names.path = path
        if isPage {
            names.title = LogseqName.title(ofFile: names.name)
            return names
        }
        // What no file can be called is said beside it, unless the file’s name stands for it.
        let isSaid = new == names.name || LogseqName.names(ofFile: path).contains(new)
        if !title.isEmpty && NameKey.of(title) == NameKey.of(name) || !isSaid { names.title = new }
        return names
    }

    /// The names in a folder.
    package func moved(to folder: String) -> NoteNames {
        var names = self
        if !isEmpty { names.path = folder.isEmpty ? name : folder + "/" + name }
        return names
    }
}
