// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A small file of mode 0600 that one process at a time has: it is locked for as long as this object lives (flock(2)).
package final class LockedFile {
    /// The path of the file.
    package let path: String
    private let descriptor: Descriptor

    /// Makes a new file.
    ///
    /// - Parameters:
    ///   - beginning: The beginning of its path; a point and six letters follow.
    ///   - end: The end of its name.
    /// - Throws: `FileFault`.
    package init(new beginning: String, end: String) throws(FileFault) {
        // mkstemps puts a name of its own in place of the six letters, and makes the file with mode 0600.
        var template = Array("\(beginning).XXXXXX\(end)".utf8CString)
        let number = mkstemps(&template, Int32(end.utf8.count))
        guard number >= 0 else { throw FileFault(path: beginning, reason: .system(errno)) }
        descriptor = Descriptor(owning: number)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard try descriptor.lock(path: path) else { throw FileFault(path: path, reason: .system(EWOULDBLOCK)) }
    }

    /// Takes over a file that no process holds any more; `nil` if one holds it, or has just removed it.
    ///
    /// - Throws: `FileFault`, also if it is not a file.
    package init?(takingOver path: String) throws(FileFault) {
        self.path = path
        descriptor = try Descriptor(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK, path: path)
        guard try descriptor.lock(path: path), let status = FileStatus(descriptor), status.links > 0 else { return nil }
        guard status.kind == .regular else { throw FileFault(path: path, reason: .kind(status.kind)) }
    }

    /// Its content; `nil` if it is larger, or cannot be read.
    package func bytes(limit: Int) -> [UInt8]? {
        guard let size = FileStatus(descriptor)?.size, size <= limit else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        return pread(descriptor.number, &bytes, size, 0) == size ? bytes : nil
    }

    /// Overwrites its content in one write: a process that is killed leaves the old bytes or the new ones at its
    /// beginning, maybe with more of the old ones after them.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - old: The present content, which has its place on the disk: on a full one that stays.
    ///   - put: Writes bytes at the start of a descriptor, as `pwrite` does.
    /// - Returns: Whether it has the new bytes.
    package func replace(
        _ old: [UInt8], with bytes: [UInt8], _ put: (Int32, [UInt8]) -> Int = { pwrite($0, $1, $1.count, 0) }
    ) -> Bool {
        let written = put(descriptor.number, bytes)
        let isWhole = written == bytes.count
        if !isWhole, written > 0 { _ = pwrite(descriptor.number, old, old.count, 0) }
        ftruncate(descriptor.number, off_t(isWhole ? bytes.count : old.count))
        return isWhole
    }

    /// Removes the file.
    package func remove() { unlink(path) }
}

/// A folder that one process at a time has, and whichever of its programs gets the descriptor: the lock is gone when the
/// last of them is (flock(2)).
package final class LockedFolder {
    private let descriptor: Descriptor
    /// The descriptor by which it is locked, for a program to keep that may outlive this process.
    package var number: Int32 { descriptor.number }

    /// Takes the lock of a folder; `nil` if another process has it.
    ///
    /// - Throws: `FileFault`, also if there is no folder, and if the file system has no locks.
    package init?(_ path: String) throws(FileFault) {
        descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, path: path)
        // A program that this one is just starting has a copy of each descriptor until it begins, and so every lock.
        for _ in 0..<Self.tries {
            if try descriptor.lock(path: path) { return }
            usleep(Self.pause)
        }
        return nil
    }

    /// As long as a program takes to begin on a busy machine.
    private static let (tries, pause) = (6, useconds_t(5_000))
}

/// A lock that the users of one folder take one after the other, also in other processes.
///
/// It is gone with the process that holds it (flock(2)), and is never held for long.
public struct FolderLock: Sendable {
    private let path: String
    /// The time to wait for another holder, which may be stopped.
    private let patience: Duration

    /// The lock of a folder; no file is made for it.
    public init(_ path: String, patience: Duration = .seconds(5)) {
        self.path = path
        self.patience = patience
    }

    /// Performs work while no other holder of this lock does.
    ///
    /// If the folder takes no lock, or another holder keeps it for too long, the work is performed all the same.
    ///
    /// - Parameter work: Receives whether all patience is spent.
    /// - Throws: The errors of the work.
    public func held<Result>(_ work: (_ hasWaited: Bool) async throws -> Result) async rethrows -> Result {
        guard let folder = try? Descriptor(path, O_RDONLY | O_DIRECTORY, path: path) else {
            return try await work(false)
        }
        var hasWaited = false
        if (try? folder.lock(path: path)) == false { hasWaited = await !wait(for: folder) }
        defer { _ = flock(folder.number, LOCK_UN) }
        return try await work(hasWaited)
    }

    /// Whether the lock came in time.
    private func wait(for folder: Descriptor) async -> Bool {
        let end = ContinuousClock.now + patience
        return await BlockingCall.run(whileWanted: { isWanted in
            while isWanted(), ContinuousClock.now < end {
                if (try? folder.lock(path: path)) == true { return true }
                usleep(5_000)
            }
            return false
        })
    }
}

/// A lock that one process at a time has, however long; it is gone with the process that holds it (flock(2)).
public final class ProcessLock: Sendable {
    private let descriptor: Descriptor

    /// Takes the lock of a file, which is made if it is missing; `nil` if another process has it.
    ///
    /// - Throws: `FileFault`.
    public init?(_ path: String) throws(FileFault) {
        descriptor = try Descriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, path: path)
        guard try descriptor.lock(path: path) else { return nil }
    }
}
