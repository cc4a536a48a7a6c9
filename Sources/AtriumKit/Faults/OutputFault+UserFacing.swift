// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
public import Session
public import Terminal

extension OutputFault: UserFacing {
    /// A stable word for programs.
    public var code: String {
        switch self {
        case .closed: "output.closed"
        case .full: "output.full"
        case .failed: "output.failed"
        }
    }

    /// Why the output did not arrive.
    public var sentence: LocalizedText {
        SystemReason.sentence(reason) { Strings.faultOutput(reason: $0) }
    }

    /// As a program that SIGPIPE ended, where the reader went away.
    public var status: ExitStatus { self == .closed ? .brokenPipe : .failure }

    /// The operating system’s error number.
    var reason: Int32 {
        switch self {
        case .closed: EPIPE
        case .full: ENOSPC
        case .failed(let reason): reason
        }
    }
}
