// SPDX-License-Identifier: GPL-3.0-or-later

import Files
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
    /// The name may be anything.
    init(folder: String, name: String) {
        path = "\(folder)/\(SafeFileName.of(name)).history"
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

    /// Removes the file.
    func remove() { unlink(path) }

    /// Adds an entry at the end.
    func append(_ entry: String) {
        try? AppendedFile(path, isPrivate: true).append(Self.encode(entry))
    }
}

extension HistoryFile {
    private func contents() -> [UInt8]? {
        guard let file = try? FileReader(path, followingLinks: false) else { return nil }
        return try? file.bytes(limit: .max)
    }

    private func rewrite(_ entries: [String]) {
        guard let draft = try? DraftFile(for: path, replacing: true) else { return }
        do {
            try draft.write(entries.flatMap(Self.encode))
            try draft.finish()
        } catch {
            // The long one is as good.
        }
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
