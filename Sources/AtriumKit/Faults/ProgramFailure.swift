// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// A program failed, or wrote too much; what it wrote before is for whoever is told of it.
struct ProgramFailure: Error, Hashable {
    /// What went wrong.
    let fault: CommandFault
    /// The lines that it wrote.
    let output: [String]
}

extension ProgramFailure: UserFacing {
    var code: String { fault.code }
    var sentence: LocalizedText { fault.sentence }
    var status: ExitStatus { fault.status }
}
