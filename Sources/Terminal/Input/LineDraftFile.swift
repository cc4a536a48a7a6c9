// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// A draft in a file of mode 0600, locked by the process that it belongs to.
@MainActor
final class LineDraftFile {
    private let path: String
    private let descriptor: Int32
    /// What is in the file.
    private var bytes: [UInt8] = []
    private static let suffix = ".line"

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// A new, empty file of this process for a name; nil where there can be none.
    init?(in folder: String, named name: String) {
        // mkstemps puts a name of its own in place of the six letters, and makes the file with mode 0600.
        var template = Array("\(folder)/\(SafeFileName.of(name)).XXXXXX\(Self.suffix)".utf8CString)
        descriptor = mkstemps(&template, Int32(Self.suffix.utf8.count))
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else { return nil }
    }

    /// Writes the draft in place of what is there; on a full disk that stays.
    ///
    /// One write, which says how long the text is: a process that is killed leaves the old draft or the new one.
    ///
    /// - Parameter put: Writes bytes at the start of a descriptor, as `pwrite` does.
    func write(_ draft: LineDraft, _ put: (Int32, [UInt8]) -> Int = { pwrite($0, $1, $1.count, 0) }) {
        let new = Array("\(draft.cursor) \(draft.text.utf8.count)\n\(draft.text)".utf8)
        let written = put(descriptor, new)
        // What was there has its place on the disk.
        if written == new.count { bytes = new } else if written > 0 { _ = pwrite(descriptor, bytes, bytes.count, 0) }
        ftruncate(descriptor, off_t(bytes.count))
    }

    /// Removes the file.
    func remove() { unlink(path) }

    /// The newest draft of a name that belongs to no process any more.
    static func left(in folder: String, named name: String) -> (file: LineDraftFile, draft: LineDraft)? {
        var found: [(path: String, time: (Int, Int))] = []
        for entry in names(in: folder, of: name) {
            var status = stat()
            let path = "\(folder)/\(entry)"
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            found.append((path, (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)))
        }
        for (path, _) in found.sorted(by: { $0.time > $1.time }) {
            if let file = LineDraftFile(taking: path), let draft = file.read() { return (file, draft) }
        }
        return nil
    }

    /// The names of the files of drafts of a name.
    private static func names(in folder: String, of name: String) -> [String] {
        let all = try? Folder.names(in: folder, startingWith: SafeFileName.of(name) + ".")
        return all?.filter { $0.hasSuffix(suffix) } ?? []
    }

    /// Removes all drafts of a name.
    static func removeAll(in folder: String, named name: String) {
        for entry in names(in: folder, of: name) { unlink("\(folder)/\(entry)") }
    }

    private convenience init?(taking path: String) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        self.init(path: path, descriptor: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    /// The draft; nil where another process has just taken it over, and for what is none.
    private func read() -> LineDraft? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= PipeLineReader.defaultLimit + 64
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count,
            let end = bytes.firstIndex(of: 0x0A)
        else { return nil }
        let numbers = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        let text = bytes[(end + 1)...]
        self.bytes = bytes
        guard numbers.count == 2, numbers[1] > 0, numbers[1] <= text.count, !text.contains(0),
            let line = String(validating: text.prefix(numbers[1]), as: UTF8.self)
        else { return nil }
        return LineDraft(line, cursor: min(max(0, numbers[0]), numbers[1]))
    }
}
