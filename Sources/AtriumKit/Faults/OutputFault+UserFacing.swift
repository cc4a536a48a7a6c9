import Foundation
import Session
import Terminal

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
        switch self {
        case .closed: Strings.faultOutput(reason: String(cString: strerror(EPIPE)))
        case .full: Strings.faultOutput(reason: String(cString: strerror(ENOSPC)))
        case .failed(let reason): Strings.faultOutput(reason: String(cString: strerror(reason)))
        }
    }

    /// As a program that SIGPIPE ended, where the reader went away.
    public var status: ExitStatus { self == .closed ? .brokenPipe : .failure }
}
