// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser

/// `NAME=VALUE` on the command line.
struct VariableValue: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}
