// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The terminal and the machine, such as `pts/3@garden`, by which a user recognises a session.
enum LoginPlace {
    /// Where this process runs; without a terminal only the machine.
    static func current() -> String {
        let machine = text { gethostname($0, $1) }
        let terminal = text { ttyname_r(STDIN_FILENO, $0, $1) }
        guard terminal.hasPrefix("/dev/") else { return machine }
        return "\(terminal.dropFirst(5))@\(machine)"
    }

    private static func text(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        // The last byte stays 0: gethostname does not end a name that it cuts.
        guard read(&buffer, buffer.count - 1) == 0 else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
