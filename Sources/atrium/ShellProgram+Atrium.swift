// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import Session
import Worlds

extension ShellProgram {
    /// Atrium: the apps that Package.swift lists, and commands about them.
    static let atrium = ShellProgram(
        ProgramIdentity(
            "Atrium", version: Version.text, summary: Strings.abstract, welcome: Strings.welcome,
            demonstration: "atrium demo",
            examples: [
                "atrium demo", "atrium -c 'add Buy milk' -c list --user ana --password-file password.txt",
                "generate-commands | atrium --json", "atrium run morning.session --var NAME=Ana",
            ]),
        commands: [DemoCommand.self, BenchCommand.self], unattended: Tour.show
    ) {
        try AppCatalog.withGateways.factories(in: $0)
    }
}
