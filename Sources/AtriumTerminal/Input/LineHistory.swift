// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import CAtriumReadline
import Glibc

/// The lists of lines that Readline recalls: one is in Readline at a time, the others wait here.
@MainActor
final class LineHistory {
    private let folder: String?
    private var lists: [String: [String]] = [:]
    /// Readline’s lists that are not in it now.
    private var waiting: [String: HISTORY_STATE] = [:]
    private var current: String?
    private var loaded: String?

    /// Lists whose files are in a folder; `nil` keeps them in memory only.
    init(folder: String?) { self.folder = folder }

    /// Sets Readline's own list up.
    func prepare() {
        using_history()
        stifle_history(Int32(HistoryFile.limit))
    }

    /// Puts the entries of a list into Readline.
    func load(_ name: String?) {
        current = name
        guard name != loaded, exchange(for: name), let name else { return }
        if lists[name] == nil {
            lists[name] = folder.map { HistoryFile(folder: $0, name: name).load() } ?? []
        }
        for entry in lists[name] ?? [] { add_history(entry) }
    }

    /// Exchanges Readline’s list for that of another name, since a long one takes longer to fill than all else that a
    /// prompt does; `true` if that is a new, empty one.
    private func exchange(for name: String?) -> Bool {
        if let state = history_get_history_state() {
            if let loaded { waiting[loaded] = state.pointee } else { clear_history() }
            free(state)
        }
        loaded = name
        let known = name.flatMap { waiting.removeValue(forKey: $0) }
        var state = known ?? HISTORY_STATE()
        state.flags = HS_STIFLED
        history_set_history_state(&state)
        using_history()
        return known == nil
    }

    /// Adds a line to the present list, unless it is the same as the one before.
    func remember(_ line: String, _ keeping: LineKeeping) {
        guard keeping != .none, let current, !line.isEmpty, lists[current]?.last != line else { return }
        lists[current, default: []].append(line)
        add_history(line)
        if keeping == .lasting, let folder { HistoryFile(folder: folder, name: current).append(line) }
    }

    /// Forgets a list.
    func forget(_ name: String) {
        lists[name] = nil
        let before = loaded
        if before != name { _ = exchange(for: name) }
        clear_history()
        loaded = nil
        if before != name { _ = exchange(for: before) }
    }

    /// The rest after `start` of the newest entry that begins with it.
    func continuation(of start: String) -> String? {
        guard let current, !start.isEmpty else { return nil }
        let length = start.utf8.count
        let found = lists[current]?.last { $0.utf8.count > length && $0.utf8.starts(with: start.utf8) }
        return found.flatMap { String($0.utf8.dropFirst(length)) }.flatMap { $0.contains("\n") ? nil : $0 }
    }
}

/// For how long a typed line can be recalled.
public enum LineKeeping: Hashable, Sendable {
    /// By later processes too.
    case lasting
    /// While this process runs: the disk does not get it.
    case session
    /// Not at all.
    case none
}

/// A list of lines typed before, in a file of mode 0600.
///
/// One entry a line, oldest first; a line break within an entry is written `\n`, a backslash `\\`. An error of the file
/// must not disturb the user's typing: then the list just is not kept.
struct HistoryFile {
    /// The most entries that are read and kept.
    static let limit = 10_000
    /// The most bytes that are read from it.
    static let largest = 16 << 20

    private let path: String

    /// The file for a list of that name.
    ///
    /// The name may be anything.
    init(folder: String, name: String) {
        path = "\(folder)/\(SafeFileName.of(name)).history"
    }

    /// The newest entries, oldest first.
    ///
    /// A file that has grown to twice the limit, or beyond the bytes that are read, is cut.
    func load() -> [String] {
        guard let (bytes, isWhole) = contents() else { return [] }
        let lines = bytes.split(separator: 0x0A)
        let entries = lines.suffix(Self.limit).compactMap { Self.decode($0) }
        if !isWhole || lines.count >= 2 * Self.limit { rewrite(entries) }
        return entries
    }

    /// Adds the entries at the end of another file, and removes this one.
    func move(to other: HistoryFile) {
        for entry in load() { other.append(entry) }
        remove()
    }

    /// Removes the file.
    func remove() { try? FilePlace.remove(path) }

    /// Adds an entry at the end.
    func append(_ entry: String) {
        try? AppendedFile(path, isPrivate: true).append(Self.encode(entry))
    }
}

extension HistoryFile {
    /// The lines at the end of the file, and whether there are no more.
    private func contents() -> (bytes: ArraySlice<UInt8>, isWhole: Bool)? {
        guard let file = try? FileReader(path, followingLinks: false) else { return nil }
        let size = min(file.status.size, Self.largest)
        let start = file.status.size - size
        guard let bytes = try? file.bytes(size, at: start) else { return nil }
        // The first line that is read is a part of one.
        return start == 0 ? (bytes[...], true) : (bytes.drop { $0 != 0x0A }, false)
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
