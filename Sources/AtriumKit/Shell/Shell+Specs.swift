// SPDX-License-Identifier: GPL-3.0-or-later

extension Shell {
    /// What there is to know of the shell’s own commands, which are there in every app.
    public static var commandSpecs: [CommandSpec] { ShellCommands.all.map(\.spec) }

    /// The files that a line names, as they were typed: values of parameters that are files.
    public func files(in line: String) -> [String] {
        guard
            let invocation = try? CommandParser.parse(
                preferences.expandingAlias(in: line), with: vocabulary, switching: ShellCommands.switching.spec)
        else { return [] }
        return invocation.spec.parameters.filter { $0.values == .file }.compactMap { invocation.arguments[$0.name] }
    }
}
