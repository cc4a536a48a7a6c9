// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
import Session

/// The three descriptors that a program is given.
enum StandardStreams {
    /// What cannot be done without one of them.
    enum Fault: Error {
        /// Commands were to be read from standard input.
        case inputClosed
        /// Something was to be printed.
        case outputClosed
    }

    /// Those that were closed when the program started, in whose place `/dev/null` is open since this was first asked
    /// for: otherwise the store’s file would become standard output, and get whatever is printed.
    static let closed: [Int32] = {
        var closed: [Int32] = []
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            closed.append(descriptor)
            // The lowest free descriptor is taken, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
        return closed
    }()

    /// Whether standard input is the null device: a program’s or a build’s, with nobody there to type.
    ///
    /// An empty pipe or file is not: whoever made it had no command to give, and gets no output.
    static var hasNobodyToTalkTo: Bool {
        var input = stat()
        var null = stat()
        return fstat(STDIN_FILENO, &input) == 0 && stat("/dev/null", &null) == 0
            && input.st_mode & S_IFMT == S_IFCHR && input.st_rdev == null.st_rdev
    }
}

extension StandardStreams.Fault: UserFacing {
    var code: String { "streams.closed" }

    var sentence: LocalizedText {
        switch self {
        case .inputClosed: Strings.inputClosed
        case .outputClosed: Strings.outputClosed
        }
    }
}

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
