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
