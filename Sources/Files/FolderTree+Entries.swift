// SPDX-License-Identifier: GPL-3.0-or-later

extension FolderTree {
    /// One thing in a folder.
    package struct Entry {
        /// Its name there.
        package let name: String
        /// What it is; nil where it was gone again.
        package let kind: FileKind?
        /// What the file system says of it, where that was asked for.
        package let status: FileStatus?
    }

    /// What is in a folder, in no order; a name that is not UTF-8 is left out.
    ///
    /// - Parameters:
    ///   - needsStatus: Whether the file system is asked about a name as well.
    ///   - pass: Told of each name that is left out, with U+FFFD for what is no character, and of what stands under it.
    /// - Throws: `FileFault` for what cannot be listed.
    package func entries(
        in name: String, needsStatus: (String) -> Bool = { _ in false },
        passing pass: (String, FileKind?) -> Void = { _, _ in }
    ) throws(FileFault) -> [Entry] {
        let folder = try folder(name)
        var entries: [Entry] = []
        try folder.listNames(path: whole(name)) { name, kind in
            guard let name = String(validatingCString: name) else { return pass(String(cString: name), kind) }
            let status = kind == nil || needsStatus(name) ? FileStatus(name, in: folder) : nil
            entries.append(Entry(name: name, kind: status?.kind ?? kind, status: status))
        }
        return entries
    }

    /// Goes through all that is in the folder and in those within it: what a folder has in it follows it.
    ///
    /// Links are not followed, and a folder that cannot be listed has nothing in it.
    ///
    /// - Parameter body: Told of each by its name, and of what it is where that is known; false ends it.
    package func walk(_ body: (_ name: String, _ kind: FileKind?) -> Bool) { _ = walk("", body) }

    private func walk(_ folder: String, _ body: (String, FileKind?) -> Bool) -> Bool {
        var all: [(name: String, kind: FileKind?)] = []
        // What has no name that could be opened is there all the same.
        let entries = try? entries(in: folder, passing: { all.append(($0, $1)) })
        all += (entries ?? []).map { ($0.name, $0.kind) }
        for (name, kind) in all {
            let path = folder.isEmpty ? name : folder + "/" + name
            guard body(path, kind), kind != .folder || walk(path, body) else { return false }
        }
        return true
    }
}
