// SPDX-License-Identifier: GPL-3.0-or-later

package import ArgumentParser
import Session

/// The commands that the command line brings itself.
///
/// A group, since an option that two commands declare by themselves is taken by the outer one.
package struct TypedCommands: ParsableArguments {
    @Option(
        name: .customShort("c"), parsing: .singleValue,
        help: ArgumentHelp(Strings.optionCommand.string(in: .ofCommandLine), valueName: "command"))
    package var commands: [String] = []

    package init() {}
}
