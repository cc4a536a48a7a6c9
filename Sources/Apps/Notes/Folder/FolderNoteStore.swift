// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFiles
package import AtriumSession
package import AtriumStores
import AtriumSystems
package import NotesLogic
import Synchronization

/// One user’s notes as Markdown files in a folder, which other programs may change at any time.
///
/// The files are the truth about texts; an index beside them answers all queries, and keeps what files cannot: numbers,
/// versions, the trash, unfinished texts, and the protected notes, which have no file. Notebooks are the folders within.
/// Attachments lie beside their notes, as files in `attachments/NAME`; the index has a copy, from which they come back with
/// a note from the trash. The next operation sees a change made outside; the former text stays as a version, and a note
/// whose file is gone goes to the trash.
///
/// The folder is opened by the first operation.
package final class FolderNoteStore: Store {
    let path: String
    let owner: UserID
    private let clock: any WallClock
    private let timeZone: Zone
    private let isDurable: Bool
    private let takesAsIs: Bool
    private let mask: UInt32
    private let observer: FolderTree.Observer?
    let git = GitUse()
    private let describe: @Sendable (String, [UInt8]) -> AttachmentDraft
    private let opening = Mutex<Opening?>(nil)
    private let feed = ChangeFeed<NoteChange>()
    private let watching = Mutex<[Task<Void, Never>]>([])

    /// The folder while it is being opened, and from then on.
    private struct Opening {
        let task: Task<OpenFolder, any Error>
        var folder: OpenFolder?
    }

    /// - Parameters:
    ///   - path: The folder.
    ///   - timeZone: The time zone of dates in files without one.
    ///   - isDurable: Whether a change waits for the disk; false only if it need not survive a power cut.
    ///   - takesAsIs: Whether the folder may be empty though it had notes, or have lost most of its files.
    ///   - mask: The permissions that new files lack; see `World.fileMask`.
    ///   - observer: Receives each call of the system on the folder.
    ///   - describe: Makes an attachment of the name and the bytes of a file that another program has put there.
    package init(
        _ path: String, owner: UserID, clock: any WallClock, timeZone: Zone, isDurable: Bool = true,
        takesAsIs: Bool = false, mask: UInt32 = 0o077, observer: FolderTree.Observer? = nil,
        describe: @escaping @Sendable (String, [UInt8]) -> AttachmentDraft = {
            AttachmentDraft(named: $0, type: nil, bytes: $1)
        }
    ) {
        self.describe = describe
        self.isDurable = isDurable
        self.takesAsIs = takesAsIs
        self.mask = mask
        self.observer = observer
        self.path = path
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
    }

    /// The users who have opened a folder, whose index is only read.
    ///
    /// - Throws: `StoreFault`, for instance if its index is another program’s.
    package static func users(of path: String) throws -> Set<UserID> {
        let index = "\(path)/\(OpenFolder.indexName)"
        guard FileStatus(index, followingLinks: true) != nil else { return [] }
        return try SQLiteSystem.look(at: index) { Set(try FolderRows.readers(SQLDatabase($0))) }
    }

    /// Checks that a folder can be opened.
    ///
    /// - Throws: `StoreFault.unreachable`.
    package static func check(_ path: String) throws { _ = try FolderFiles(path) }

    deinit { for task in watching.withLock({ $0 }) { task.cancel() } }

    package func read<Result: Sendable>(
        _ body: @Sendable (any NoteReader) throws -> Result
    ) async throws -> Result {
        let folder = try await opened()
        try await folder.absorb()
        return try await folder.read(body)
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any NoteDAO) throws -> Result
    ) async throws -> Result {
        var tries = 0
        while true {
            let folder = try await opened(forWriting: true)
            do { return try await folder.write(body) } catch is OpenFolder.IndexMoved where tries < 5 {
                tries += 1
            } catch is OpenFolder.IndexMoved {
                throw StoreFault.busy(path: path)
            }
        }
    }
}

// MARK: - Opening

extension FolderNoteStore {
    /// The folder; reopened if another has taken its name, for instance another disk, or if its index is missing: then
    /// the files are the only data.
    ///
    /// On a disk that takes no changes the folder is only read.
    ///
    /// - Parameter forWriting: Whether a folder that was only read is tried again.
    func opened(forWriting: Bool = false) async throws -> OpenFolder {
        let task = opening.withLock { opening in
            if let opening { return opening.task }
            let made = Task { [path, owner, clock, timeZone, isDurable, takesAsIs, mask, git, observer, describe] in
                func open(refusing refusal: StoreFault? = nil) async throws -> OpenFolder {
                    try await OpenFolder(
                        path, owner: owner, clock: clock, timeZone: timeZone, isDurable: isDurable,
                        takesAsIs: takesAsIs, mask: mask, git: git, observer: observer, refusing: refusal,
                        describe: describe)
                }
                do { return try await open() } catch let fault as StoreFault where fault.isOfWriting {
                    do { return try await open(refusing: fault) } catch is StoreFault { throw fault }
                }
            }
            opening = Opening(task: made)
            return made
        }
        do {
            let folder = try await task.value
            if folder.isInPlace, !forWriting || folder.refusal == nil {
                opening.withLock { if $0?.task == task { $0?.folder = folder } }
                return folder
            }
        } catch {
            forget(task)
            throw error
        }
        forget(task)
        let folder = try await opened()
        watchAgain()
        return folder
    }

    /// The next operation tries again.
    private func forget(_ task: Task<OpenFolder, any Error>) {
        opening.withLock { if $0?.task == task { $0 = nil } }
    }
}

// MARK: - Observing

extension FolderNoteStore {
    /// Removes and returns the news for the user about changes found half done; empty if the folder is not open yet.
    func takeNews() -> [SkippedFile] { opening.withLock { $0?.folder }?.takeNews() ?? [] }

    package func changes() -> ChangeObserver<NoteChange> {
        let observer = feed.observe()
        let folder = opening.withLock { $0?.folder }
        watching.withLock { tasks in
            guard tasks.isEmpty else { return }
            // An open folder is observed from here on; any other must be opened first.
            tasks = folder.map(watch) ?? [Task { [weak self] in await self?.startWatching() }]
        }
        return observer
    }

    /// Notifies observers of the folder that is open now.
    private func watchAgain() {
        watching.withLock { tasks in
            guard !tasks.isEmpty else { return }
            for task in tasks { task.cancel() }
            tasks = [Task { [weak self] in await self?.startWatching() }]
        }
    }

    private func startWatching() async {
        // The next command reports a folder that cannot be opened now.
        guard let folder = try? await opened() else { return watching.withLock { $0 = [] } }
        guard !Task.isCancelled else { return }
        let tasks = watch(folder)
        watching.withLock { $0 += tasks }
        // Changes that were written before the watch are in the folder, unreported.
        feed.post(.unknown)
    }

    private func watch(_ folder: OpenFolder) -> [Task<Void, Never>] {
        let (touched, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        folder.watch.notify { continuation.yield() }
        let feed = feed
        let changed = folder.feed.observe()
        return [
            Task { for await changes in changed { feed.post(changes) } },
            Task { [weak folder] in
                for await _ in touched {
                    guard let folder else { return }
                    // The next command reports files that cannot be taken in now.
                    try? await folder.absorb()
                    if folder.watch.takeIndexTouched() { try? await folder.index.noticeForeignChanges() }
                }
            },
        ]
    }
}

/// The files of notes in a folder, within one transaction on its index.
struct FolderNoteFiles: NoteFiles {
    let attachments: FolderAttachments
    /// All files other than notes, by their names.
    let otherFiles: OtherFiles
    /// The files other than notes that may look like some.
    let unread: FileKinds
    /// The files that could not be read at the last look at the whole folder, or need a remark.
    let unseen: [SkippedFile]

    private var folder: FolderRows { attachments.folder }

    var graph: LogseqFolder? { attachments.files.graph }

    var hasLabelsFirst: Bool { DendronName.settings.contains { otherFiles.path(of: $0) != nil } }

    func path(of id: Int) throws -> String? { try folder.file(of: id).flatMap { $0.skipped == nil ? $0.path : nil } }

    func head(of id: Int) throws -> String? {
        try path(of: id) == nil ? nil : folder.page(of: id)?.page.head
    }

    func lineEnd(of id: Int) throws -> String? {
        guard try path(of: id) != nil, let page = try folder.page(of: id)?.page else { return nil }
        return (page.head + page.lead + page.tail).lineEnd
    }

    func places(of id: Int) throws -> [Int: String] {
        try folder.file(of: id).map { try attachments.places(of: id, $0.path) } ?? [:]
    }

    func file(_ named: Reference, of note: Note) throws -> LinkedFile? {
        let path = try path(of: note.id).map { FilePath($0).folder } ?? note.names.folder
        if let file = try named.places(from: path).lazy.compactMap({ try file(at: $0, of: note) }).first { return file }
        // Pages of a site write `/` for their own folder, which may be within this one.
        return try named.meanings.lazy.compactMap { otherFiles.path(of: String($0.drop { $0 == "/" })) }.first.flatMap {
            try file(at: $0, of: note)
        }
    }

    private func file(at path: String, of note: Note) throws -> LinkedFile? {
        guard path.prefix(while: { $0 != "/" }) != FolderFiles.hidden, let stamp = try attachments.files.stamp(path)
        else {
            return nil
        }
        let own = try folder.attachmentFiles(of: note.id).first { $0.path == path }
        return LinkedFile(path: path, size: Int(stamp.size), attachment: own?.number)
    }

    func path(ofFile name: String) -> String? {
        [FilePath.resolved(name, from: ""), otherFiles.path(of: name)].compactMap { $0 }.first {
            FilePath($0).ending.isEmpty && $0.prefix { $0 != "/" } != FolderFiles.hidden
                && (try? attachments.files.stamp($0)) != nil
        }
    }

    func bytes(of path: String, limit: Int) -> [UInt8]? {
        guard case .success(let bytes)? = try? attachments.files.read(path, upTo: limit)?.bytes else { return nil }
        return bytes
    }

    func skipped() throws -> [SkippedFile] {
        try folder.skipped() + unseen
    }
}
