// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
public import Processes
public import Session

extension ChildProcess.Fault: UserFacing {
    /// A stable word for programs.
    public var code: String { "program" }

    /// Which program could not be started, and why.
    public var sentence: LocalizedText {
        SystemReason.sentence(reason) { Strings.faultFile(path: program, reason: $0) }
    }
}
