// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// What is wrong with a job, or with what somebody wants of one.
enum JobFault: Error, Hashable {
    /// No job has this number.
    case unknown(Int)
    /// There is no job.
    case none
    /// The job has ended.
    case ended(Int)
    /// The command cannot go on in the background.
    case foregroundOnly(String)
    /// The command asked something while it went on in the background, where nobody hears it.
    case cannotAsk
    /// So many jobs go on while somebody wants to leave.
    case running(Int)
}

extension JobFault: UserFacing {
    var code: String {
        switch self {
        case .unknown, .none: "job.unknown"
        case .ended: "job.ended"
        case .foregroundOnly: "job.foreground-only"
        case .cannotAsk: "job.cannot-ask"
        case .running: "job.running"
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .unknown(let number): Strings.faultJobUnknown(number: number)
        case .none: Strings.faultJobNone
        case .ended(let number): Strings.faultJobEnded(number: number)
        case .foregroundOnly(let command): Strings.faultJobForegroundOnly(command: command)
        case .cannotAsk: Strings.faultJobCannotAsk
        case .running(let count): Strings.faultJobRunning(count: count)
        }
    }

    var status: ExitStatus {
        if case .foregroundOnly = self { .usage } else { .failure }
    }
}
