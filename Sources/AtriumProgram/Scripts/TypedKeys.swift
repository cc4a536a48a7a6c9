// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Glibc

/// The unread input of a terminal, as its program finds it.
struct TypedKeys: ~Copyable {
    private let terminal: Int32

    /// Opens the input of a terminal by its device; `nil` if there is none.
    init?(on device: String) {
        terminal = open(device, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        if terminal < 0 { return nil }
    }

    deinit { close(terminal) }

    /// Waits until there has been nothing to read for some time.
    ///
    /// The time counts from the first look that finds nothing: on a busy machine long passes between two looks.
    ///
    /// - Parameters:
    ///   - time: The time without unread input.
    ///   - patience: The time after which it returns in any case.
    func areRead(for time: Duration, within patience: Duration) async throws {
        let clock = ContinuousClock()
        let end = clock.now + patience
        var readSince: ContinuousClock.Instant?
        while clock.now < end {
            let now = clock.now
            let since = isUnread ? nil : readSince ?? now
            if let since, now >= since + time { return }
            readSince = since
            try await Task.sleep(for: .milliseconds(4))
        }
    }

    /// Whether the program has unread input.
    private var isUnread: Bool {
        var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLIN) != 0
    }
}

/// The processes that have a terminal.
///
/// Source: proc(5), `/proc/pid/stat`: the state is the first word behind the name in parentheses, the terminal the fifth;
/// Linux, `Documentation/admin-guide/devices.txt`: the devices of major number 136 are pseudo-terminals.
struct TerminalProcesses {
    private let terminal: String

    /// Those of a terminal by its device; `nil` if there is none.
    init?(on device: String) {
        let prefix = "/dev/pts/"
        guard device.hasPrefix(prefix), let minor = Int(device.dropFirst(prefix.count)) else { return nil }
        // The upper part of the minor number stands above the major one.
        terminal = String(minor & 0xFF | 136 << 8 | (minor & ~0xFF) << 12)
    }

    /// Whether the program is there, beside the shell that has started it, and all of them wait for something: none
    /// works, or waits for a processor or the disk, which a busy machine makes long.
    var areWaiting: Bool {
        let states = ((try? Folder.names(in: "/proc")) ?? []).compactMap { name -> Substring? in
            guard name.first?.isNumber == true,
                let bytes = try? FileReader("/proc/\(name)/stat").bytes(limit: 1 << 12),
                let facts = String(decoding: bytes, as: UTF8.self).split(separator: ")").last
            else { return nil }
            let words = facts.split(separator: " ")
            return words.count > 4 && words[4] == terminal ? words[0] : nil
        }
        return states.count > 1 && states.allSatisfy { $0 == "S" }
    }
}
