// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Glibc

/// What an import reads of a folder and of the folders within it.
///
/// Links to folders are not followed, and what is hidden is nobody’s messages. A folder’s own files come first, by name,
/// which in backups is the order of their days; then its folders.
struct ImportCandidates {
    /// One file, or what stands in its place.
    struct Candidate {
        /// Its path within the folder.
        let name: String
        let content: Content
    }

    enum Content {
        /// A file that may have messages or contacts.
        case file
        /// A backup of iOS, of which no file tells by its name what it is.
        case backup(AppleFiles)
        /// Something that cannot be read.
        case fault(ImportFault)
    }

    /// All of them, in the order in which they are read.
    private(set) var all: [Candidate] = []
    private let tree: FolderTree

    /// Looks through a folder.
    ///
    /// - Throws: `ImportFault.unreadable` where that cannot be listed; of one within it a candidate says so.
    init(in path: String) throws(ImportFault) {
        do throws(FileFault) { tree = try FolderTree(path) } catch { throw .unreadable(reason: error.reason.number) }
        var folders = [""]
        // Not a call within a call: folders may be thousands deep.
        while let folder = folders.popLast(), !Task.isCancelled {
            do throws(ImportFault) {
                if !folder.isEmpty, let backup = try AppleFiles(backup: "\(tree.path)/\(folder)") {
                    all.append(Candidate(name: folder, content: .backup(backup)))
                } else {
                    folders += try look(into: folder).reversed()
                }
            } catch {
                guard !folder.isEmpty else { throw error }
                all.append(Candidate(name: folder, content: .fault(error)))
            }
        }
    }

    /// Takes what is in one folder, and answers which of those within it are to be looked into.
    private mutating func look(into folder: String) throws(ImportFault) -> [String] {
        let start = folder.isEmpty ? "" : folder + "/"
        var content = FolderContent(path: start.isEmpty ? tree.path : "\(tree.path)/\(folder)")
        var faults: [(name: String, fault: ImportFault)] = []
        do throws(FileFault) {
            let entries = try tree.entries(
                in: folder,
                passing: { name, kind in
                    guard !name.hasPrefix("."), kind == .folder || ImportFormat.isCandidate(name) else { return }
                    faults.append((name, .unreadable(reason: EILSEQ)))
                })
            for entry in entries where !content.add(entry.name, entry.kind) {
                faults.append((entry.name, .linkedFolder))
            }
        } catch {
            throw .unreadable(reason: error.reason.number)
        }
        content.sort()
        var more: [String] = []
        for name in content.foldersOfMessages {
            let (found, unread) = filesOfMessages(in: start + name, most: content.areWhole ? .max : 1)
            if content.areWhole {
                // Whoever calls a folder of backups so beside others means no files of these.
                more += found
            } else if !found.isEmpty {
                faults.append((name, .folderOfFiles))
                continue
            }
            faults += unread.map { (name: String($0.name.dropFirst(start.count)), fault: $0.fault) }
        }
        for name in content.hiddenFolders
        where !filesOfMessages(in: start + name, most: 1, limit: Self.hiddenEntries).found.isEmpty {
            faults.append((name, .hiddenFolder))
        }
        all += (content.candidates.map { start + $0 } + more).map { Candidate(name: $0, content: .file) }
        all += faults.sorted { $0.name < $1.name }.map { Candidate(name: start + $0.name, content: .fault($0.fault)) }
        return content.foldersToSearch.map { start + $0 }
    }

    /// So much of a hidden folder is looked at for messages: some have all that programs have ever kept.
    private static let hiddenEntries = 1000

    /// The files in a folder, or deeper, that begin as messages do, by name.
    ///
    /// - Parameters:
    ///   - most: How many are looked for.
    ///   - limit: How many files and folders are looked at.
    /// - Returns: The files, and the folders that could not be listed.
    private func filesOfMessages(
        in folder: String, most: Int, limit: Int = .max
    ) -> (found: [String], unread: [(name: String, fault: ImportFault)]) {
        var found: [String] = []
        var unread: [(name: String, fault: ImportFault)] = []
        var folders = [folder]
        var count = 0
        while let folder = folders.popLast(), !Task.isCancelled {
            let entries: [FolderTree.Entry]
            do throws(FileFault) { entries = try tree.entries(in: folder) } catch {
                unread.append((folder, .unreadable(reason: error.reason.number)))
                continue
            }
            for entry in entries where !entry.name.hasPrefix(".") {
                count += 1
                guard count <= limit, found.count < most else { return (found.sorted(), unread) }
                let name = "\(folder)/\(entry.name)"
                if entry.kind == .folder {
                    folders.append(name)
                } else if entry.kind == .regular, ImportFormat.isCandidate(entry.name),
                    ImportFormat.isOfMessages("\(tree.path)/\(name)")
                {
                    found.append(name)
                }
            }
        }
        return (found.sorted(), unread)
    }
}
