// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit

extension AnyCommand {
    /// A command that does nothing, for tests of how lines are read.
    public init(inert spec: CommandSpec) {
        self.init(spec) { (_: AnyObject, _) in .nothing }
    }
}
