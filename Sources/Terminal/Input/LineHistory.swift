// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// The lists of lines that Readline recalls: one is in Readline at a time, the others wait here.
@MainActor
final class LineHistory {
    private let folder: String?
    private var lists: [String: [String]] = [:]
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
        guard name != loaded else { return }
        loaded = name
        clear_history()
        guard let name else { return }
        if lists[name] == nil {
            lists[name] = folder.map { HistoryFile(folder: $0, name: name).load() } ?? []
        }
        for entry in lists[name] ?? [] { add_history(entry) }
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
        guard loaded == name else { return }
        loaded = nil
        clear_history()
    }

    /// What follows `start` in the newest entry that begins with it.
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
