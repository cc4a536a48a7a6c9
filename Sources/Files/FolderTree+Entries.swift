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
    /// - Throws: `FileFault` for what cannot be listed, and if the file system fails to tell of a name in it.
    package func entries(
        in name: String, needsStatus: (String) -> Bool = { _ in false },
        passing pass: (String, FileKind?) -> Void = { _, _ in }
    ) throws(FileFault) -> [Entry] {
        let folder = try folder(name)
        try before(.list, name)
        var listed: [(name: String, kind: FileKind?)] = []
        try folder.listNames(path: whole(name)) { name, kind in
            guard let name = String(validatingCString: name) else { return pass(String(cString: name), kind) }
            listed.append((name, kind))
        }
        var entries: [Entry] = []
        for (entry, kind) in listed {
            var status: FileStatus?
            if kind == nil || needsStatus(entry) {
                let path = name.isEmpty ? entry : name + "/" + entry
                try before(.look, path)
                status = try FileStatus.of(entry, in: folder, path: whole(path))
            }
            entries.append(Entry(name: entry, kind: status?.kind ?? kind, status: status))
        }
        return entries
    }

    /// Goes through all that is in the folder and in those within it: what a folder has in it follows it.
    ///
    /// Links are not followed.
    ///
    /// - Parameters:
    ///   - fail: Receives each folder that cannot be listed, and why.
    ///   - body: Told of each by its name, and of what it is where that is known; false ends it.
    package func walk(
        failing fail: (FileFault) -> Void = { _ in }, _ body: (_ name: String, _ kind: FileKind?) -> Bool
    ) { _ = walk("", fail, body) }

    private func walk(_ folder: String, _ fail: (FileFault) -> Void, _ body: (String, FileKind?) -> Bool) -> Bool {
        var all: [(name: String, kind: FileKind?)] = []
        do throws(FileFault) {
            // What has no name that could be opened is there all the same.
            let entries = try entries(in: folder, passing: { all.append(($0, $1)) })
            all += entries.map { ($0.name, $0.kind) }
        } catch {
            fail(FileFault(path: folder, reason: error.reason))
        }
        for (name, kind) in all {
            let path = folder.isEmpty ? name : folder + "/" + name
            guard body(path, kind), kind != .folder || walk(path, fail, body) else { return false }
        }
        return true
    }
}
