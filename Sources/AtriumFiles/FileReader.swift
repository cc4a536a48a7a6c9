// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// An open file for reading.
///
///     let text = try FileReader(path).bytes(limit: 1 << 20)
///
/// Opening never waits: a pipe without a writer, or a device, is refused by name.
public final class FileReader: Sendable {
    /// The path as given.
    package let path: String
    /// The status at opening.
    public let status: FileStatus
    private let descriptor: Descriptor

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - followingLinks: Whether the last part of the path may be a link.
    ///   - takingStreams: Whether a pipe or device below `/dev` and `/proc` is read as well, by which a shell passes
    ///     a program’s output. A pipe among files may never have a writer.
    public convenience init(
        _ path: String, followingLinks: Bool = true, takingStreams: Bool = false
    ) throws(FileFault) {
        try self.init(path, in: nil, followingLinks ? 0 : O_NOFOLLOW, takingStreams: takingStreams, path: path)
    }

    /// Opens a name in a folder; a link is refused.
    convenience init(_ name: String, in folder: Descriptor, path: String) throws(FileFault) {
        try self.init(name, in: folder, O_NOFOLLOW, takingStreams: false, path: path)
    }

    private init(
        _ name: String, in folder: Descriptor?, _ flags: Int32, takingStreams: Bool, path: String
    ) throws(FileFault) {
        self.path = path
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        descriptor = try Descriptor(name, in: folder, O_RDONLY | O_NONBLOCK | flags, path: path)
        guard let status = FileStatus(descriptor) else { throw FileFault(path: path, reason: .system(errno)) }
        self.status = status
        guard status.kind != .regular else { return }
        // A pipe in a folder below `/dev` is one like any other.
        let isHandedOver = ["/dev/fd/", "/dev/stdin", "/proc/"].contains(where: path.hasPrefix)
        let isStream = status.kind == .device && path.hasPrefix("/dev/") || status.kind != .folder && isHandedOver
        guard takingStreams, isStream else { throw FileFault(path: path, reason: .kind(status.kind)) }
        _ = fcntl(descriptor.number, F_SETFL, fcntl(descriptor.number, F_GETFL) & ~O_NONBLOCK)
    }

    /// Continues reading; a call that a signal interrupted is repeated.
    ///
    /// - Returns: The number of read bytes; 0 at the end.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int {
        try again { Glibc.read(descriptor.number, buffer.baseAddress, buffer.count) }
    }

    /// Reads on, as far as one call goes.
    ///
    /// - Returns: At most `most` bytes; none at the end.
    public func piece(_ most: Int) throws(FileFault) -> [UInt8] {
        var fault: FileFault?
        let piece = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            do throws(FileFault) { count = try read(into: UnsafeMutableRawBufferPointer(buffer)) } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return piece
    }

    /// The first bytes of a file; none of one that cannot be read, and of a pipe, which can be read only once.
    public static func start(of path: String, _ count: Int) -> [UInt8] {
        (try? FileReader(path).bytes(count, at: 0)) ?? []
    }

    /// Waits until reading would not wait: a writer has written into a pipe, or has closed it.
    ///
    /// A file is always ready.
    ///
    /// - Throws: `CancellationError`.
    package func ready() async throws {
        guard status.kind != .regular, !descriptor.isReady(POLLIN, within: 0) else { return }
        await BlockingCall.run { [descriptor] isWanted in
            while isWanted(), !descriptor.isReady(POLLIN, within: 100) {}
        }
        try Task.checkCancellation()
    }

    /// The bytes at a place, independent of the read offset; fewer than requested if the file ends.
    public func bytes(_ count: Int, at offset: Int) throws(FileFault) -> [UInt8] {
        try filled(count) { (buffer, done) throws(FileFault) in
            try again { pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(offset + done)) }
        }
    }

    /// All bytes; a file that became shorter meanwhile is taken as it is now.
    ///
    /// - Parameter limit: The most that there may be.
    /// - Throws: `FileFault`, with `tooLarge` for more.
    public func bytes(limit: Int) throws(FileFault) -> [UInt8] {
        let size = status.size
        guard status.kind == .regular, size > 0 else { return try rest(limit: limit) }
        guard size <= limit else { throw FileFault(path: path, reason: .tooLarge(limit: limit)) }
        return try filled(size) { (buffer, _) throws(FileFault) in try read(into: buffer) }
    }

    /// All bytes, also of a slow pipe.
    ///
    /// - Throws: As `bytes(limit:)`; `CancellationError`.
    package func bytes(awaitingUpTo limit: Int) async throws -> [UInt8] {
        guard status.kind != .regular else { return try bytes(limit: limit) }
        var bytes: [UInt8] = []
        while true {
            try await ready()
            let piece = try piece(65_536)
            guard !piece.isEmpty else { return bytes }
            bytes += piece
            guard bytes.count <= limit else { throw FileFault(path: path, reason: .tooLarge(limit: limit)) }
        }
    }

    /// The rest of a file without a known size.
    private func rest(limit: Int) throws(FileFault) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let count = min(65_535, limit - bytes.count) + 1
            let piece = try filled(count) { (buffer, _) throws(FileFault) in try read(into: buffer) }
            bytes += piece
            guard bytes.count <= limit else { throw FileFault(path: path, reason: .tooLarge(limit: limit)) }
            if piece.count < count { return bytes }
        }
    }

    /// An array in one piece, so that a large file is in memory once.
    ///
    /// - Parameter read: Reads into the rest of the array, and receives the number of bytes before it; 0 at the end.
    private func filled(
        _ size: Int, _ read: (UnsafeMutableRawBufferPointer, Int) throws(FileFault) -> Int
    ) throws(FileFault) -> [UInt8] {
        var fault: FileFault?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            do throws(FileFault) {
                let whole = UnsafeMutableRawBufferPointer(buffer)
                while count < size, case let added = try read(.init(rebasing: whole[count...]), count), added > 0 {
                    count += added
                }
            } catch { fault = error }
        }
        if let fault { throw fault }
        return bytes
    }

    private func again(_ call: () -> Int) throws(FileFault) -> Int {
        while true {
            let count = call()
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileFault(path: path, reason: .system(errno)) }
        }
    }
}
