// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A program failed, or wrote too much; what it wrote before is for whoever is told of it.
package struct ProgramFailure: Error, Hashable {
    /// What went wrong.
    let fault: CommandFault
    /// The lines that it wrote.
    let output: [String]

    package init(fault: CommandFault, output: [String]) {
        self.fault = fault
        self.output = output
    }
}

extension ProgramFailure: UserFacing {
    package var code: String { fault.code }
    package var sentence: LocalizedText { fault.sentence }
    package var status: ExitStatus { fault.status }
}
