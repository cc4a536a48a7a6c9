// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A list of lines typed before, in a file of mode 0600.
///
/// One entry a line, oldest first; a line break within an entry is written `\n`, a backslash `\\`. What goes wrong with
/// the file is nobody's concern while typing: then the list just is not kept.
struct HistoryFile {
    /// The most entries that are read and kept.
    static let limit = 10_000

    private let path: String

    /// The file for a list of that name.
    ///
    /// The name may be anything; what could leave the folder is written as `%` and two digits.
    init(folder: String, name: String) {
        var file = ""
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: file.unicodeScalars.append(Unicode.Scalar(byte))
            default: file += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        path = "\(folder)/\(file).history"
    }

    /// The newest entries, oldest first.
    ///
    /// A file that has grown to twice the limit is cut.
    func load() -> [String] {
        guard let bytes = contents() else { return [] }
        let lines = bytes.split(separator: 0x0A)
        let entries = lines.suffix(Self.limit).compactMap { Self.decode($0) }
        if lines.count >= 2 * Self.limit { rewrite(entries) }
        return entries
    }

    /// Adds an entry at the end.
    func append(_ entry: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        // The file may be older than this rule.
        fchmod(file, 0o600)
        try? DescriptorSink(file).write(Self.encode(entry))
    }
}

extension HistoryFile {
    private func contents() -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        bytes.removeSubrange(count...)
        return bytes
    }

    private func rewrite(_ entries: [String]) {
        let new = path + ".new"
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        var isComplete = true
        do { try DescriptorSink(file).write(entries.flatMap(Self.encode)) } catch { isComplete = false }
        close(file)
        if isComplete { rename(new, path) } else { unlink(new) }
    }

    private static func encode(_ entry: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in entry.utf8 {
            switch byte {
            case 0x0A: bytes += [0x5C, 0x6E]
            case 0x5C: bytes += [0x5C, 0x5C]
            default: bytes.append(byte)
            }
        }
        return bytes + [0x0A]
    }

    private static func decode(_ line: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count)
        var isEscaped = false
        for byte in line {
            if isEscaped {
                bytes.append(byte == 0x6E ? 0x0A : byte)
                isEscaped = false
            } else if byte == 0x5C {
                isEscaped = true
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
