// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
// Whose `stat` it is depends on which module of C the compiler has seen first.
import AtriumSession
import CAtriumLinux
import Foundation

/// The three standard descriptors of a program.
enum StandardStreams {
    /// The faults if one of them is closed.
    enum Fault: Error {
        /// Commands should have been read from standard input.
        case inputClosed
        /// Output should have been printed.
        case outputClosed
    }

    /// The descriptors closed at the program’s start, which the first access opens on `/dev/null`:
    /// otherwise, the store’s file would become standard output and receive the printed text.
    static let closed: [Int32] = {
        var closed: [Int32] = []
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            closed.append(descriptor)
            // `open` uses the lowest free descriptor, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
        return closed
    }()

    /// Whether standard input is the null device, as in another program or a build without a user.
    ///
    /// An empty pipe or file is not: its creator gave no command, and gets no output.
    static var isInputNull: Bool {
        var input = stat()
        var null = stat()
        return fstat(STDIN_FILENO, &input) == 0 && stat("/dev/null", &null) == 0
            && input.st_mode & S_IFMT == S_IFCHR && input.st_rdev == null.st_rdev
    }
}

extension StandardStreams.Fault: UserFacing {
    var code: String { "streams.closed" }

    var sentence: LocalizedText { Strings.sentence(of: self) }
}

/// The terminal and the machine, such as `pts/3@garden`, by which a user recognises a session.
enum LoginPlace {
    /// Returns the terminal and machine of this process; only the machine if there is no terminal.
    static func current() -> String {
        let machine = text { gethostname($0, $1) }
        let terminal = text { ttyname_r(STDIN_FILENO, $0, $1) }
        guard terminal.hasPrefix("/dev/") else { return machine }
        return "\(terminal.dropFirst(5))@\(machine)"
    }

    private static func text(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        // The last byte stays 0: gethostname does not terminate a truncated name.
        guard read(&buffer, buffer.count - 1) == 0 else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
