// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Glibc
import SMSLogLogic

/// The content of one folder of an import: files that may have messages, and folders that may have more of them.
struct FolderContent {
    let path: String
    private(set) var names: [String] = []
    private(set) var files: [String] = []
    /// The files whose names do not show whether they are meant.
    private(set) var others: [String] = []
    private(set) var folders: [String] = []
    /// The hidden files that have messages; they are not read.
    private(set) var hidden: [String] = []
    /// The hidden folders, which are not looked into.
    private(set) var hiddenFolders: [String] = []

    init(path: String) { self.path = path }

    /// Adds the entry of a name; false for a link to a folder, which is not followed.
    mutating func add(_ name: String, _ kind: FileKind?) -> Bool {
        if kind == .folder {
            if name.hasPrefix(".") { hiddenFolders.append(name) } else { folders.append(name) }
            return true
        }
        names.append(name)
        let mayBe = SniffedFile.mayBe(named: name)
        if mayBe == true {
            files.append(name)
            return true
        }
        if mayBe == nil, kind == .regular { others.append(name) }
        guard kind == .link, !name.hasPrefix(".") else { return true }
        return FileStatus("\(path)/\(name)", followingLinks: true)?.kind != .folder
    }

    /// Finds the messages among the files whose names do not show it, and sorts all names.
    mutating func sort() {
        let found = Set(others.filter { !$0.hasSuffix(".zip") && SniffedFile.isOfMessages("\(path)/\($0)") })
        files += found.filter { !$0.hasPrefix(".") }
        hidden = found.filter { $0.hasPrefix(".") }.sorted()
        others = others.filter { !found.contains($0) && !$0.hasPrefix(".") }.sorted()
        files.sort()
        folders.sort()
        hiddenFolders.sort()
    }

    /// The files that are read.
    var candidates: [String] { withoutRepeated(files) }

    /// The files that have no messages, and repeat none.
    var left: [String] { withoutRepeated(others) }

    private func withoutRepeated(_ files: [String]) -> [String] {
        var candidates = files
        // The files that the last formats leave out are none of the others’.
        for format in messageFormats.reversed() {
            let repeated = format.repeated(in: self, among: candidates)
            if !repeated.isEmpty { candidates.removeAll(where: repeated.contains) }
        }
        return candidates
    }

    /// The folders that are looked into.
    var foldersToSearch: [String] { folders.filter { !isOfMessages($0) } }

    /// The folders that are taken for files of the messages here.
    var foldersOfMessages: [String] { folders.filter(isOfMessages) }

    /// Whether a folder has the files of messages that lie beside it: they are read with these, and are none themselves.
    private func isOfMessages(_ folder: String) -> Bool {
        let name = folder.lowercased()
        if name == "attachments" { return !files.isEmpty }
        return messageFormats.contains { $0.owns(folder: name, in: self) }
    }

    /// Whether none of the messages here can have files in a folder beside: those of backups are within.
    var areWhole: Bool {
        !files.isEmpty
            && files.allSatisfy { name in sniffed(name).map { file in file.format?.isWhole(file) ?? true } ?? true }
    }

    /// A file by its name, as it begins.
    func sniffed(_ name: String) -> SniffedFile? { SniffedFile("\(path)/\(name)") }

    func isFile(_ name: String, of format: any MessageFormat.Type) -> Bool { sniffed(name)?.format == format }
}

/// The candidates of an import in a folder and in the folders within it.
///
/// Links to folders are not followed, and hidden files are left out. A folder’s own files come first, by name,
/// which in backups is the order of their days; then its folders.
struct ImportCandidates {
    /// One file, or its replacement.
    struct Candidate {
        /// Its path within the folder.
        let name: String
        let content: Content
    }

    enum Content {
        /// A file that may have messages or contacts.
        case file
        /// A folder whose files do not show its format by their names.
        case folder(any FolderSource)
        /// Something that cannot be read.
        case fault(ImportFault)
    }

    /// All of them, in the order in which they are read.
    private(set) var all: [Candidate] = []
    /// The files that are none; some of them may be files of messages.
    private(set) var left: [String] = []
    private let tree: FolderTree

    /// Searches a folder.
    ///
    /// - Throws: `ImportFault.unreadable` if it cannot be listed; for a folder within it a candidate reports that.
    init(in path: String) throws(ImportFault) {
        do throws(FileFault) { tree = try FolderTree(path) } catch { throw .unreadable(reason: error.reason.number) }
        var folders = [""]
        // Not a call within a call: folders may be thousands deep.
        while let folder = folders.popLast(), !Task.isCancelled {
            do throws(ImportFault) {
                if !folder.isEmpty, let source = try Self.source(ofFolder: "\(tree.path)/\(folder)") {
                    all.append(Candidate(name: folder, content: .folder(source)))
                } else {
                    folders += try look(into: folder).reversed()
                }
            } catch {
                guard !folder.isEmpty else { throw error }
                all.append(Candidate(name: folder, content: .fault(error)))
            }
        }
    }

    /// The source of a folder that is read as a whole; `nil` for any other.
    static func source(ofFolder path: String) throws(ImportFault) -> (any FolderSource)? {
        for format in messageFormats {
            if let source = try format.folder(path) { return source }
        }
        return nil
    }

    /// Adds the content of one folder, and returns the folders within it to search.
    private mutating func look(into folder: String) throws(ImportFault) -> [String] {
        let start = folder.isEmpty ? "" : folder + "/"
        var content = FolderContent(path: start.isEmpty ? tree.path : "\(tree.path)/\(folder)")
        var faults: [(name: String, fault: ImportFault)] = []
        var unnamed: [String] = []
        do throws(FileFault) {
            let entries = try tree.entries(
                in: folder,
                passing: { name, kind in
                    guard !name.hasPrefix(".") else { return }
                    if kind == .folder || SniffedFile.isCandidate(name) {
                        faults.append((name, .nameNotText))
                    } else {
                        unnamed.append(name)
                    }
                })
            for entry in entries where !content.add(entry.name, entry.kind) {
                faults.append((entry.name, .linkedFolder))
            }
        } catch {
            throw .unreadable(reason: error.reason.number)
        }
        content.sort()
        left += (content.left + unnamed).map { start + $0 }
        faults += content.hidden.map { ($0, .hiddenFile) }
        var more: [String] = []
        for name in content.foldersOfMessages {
            let (found, unread) = filesOfMessages(in: start + name, most: content.areWhole ? .max : 1)
            if content.areWhole {
                // In whole folders, a folder of backups with such a name beside others holds no files of these.
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

    /// The maximum number of entries of a hidden folder to search for messages: some hold all files of programs.
    private static let hiddenEntries = 1000

    /// The files in a folder, or deeper, that begin as messages do, by name.
    ///
    /// - Parameters:
    ///   - most: The maximum number of results.
    ///   - limit: The maximum number of files and folders to read.
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
                } else if entry.kind == .regular, SniffedFile.isCandidate(entry.name),
                    SniffedFile.isOfMessages("\(tree.path)/\(name)")
                {
                    found.append(name)
                }
            }
        }
        return (found.sorted(), unread)
    }
}
