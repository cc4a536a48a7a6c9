// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import AtriumSession
import AtriumShell
import AtriumWorlds

#if APP_SMSLog
    import SMSLogApp
    import SMSLogPanels
#endif

extension ShellProgram {
    /// Atrium: the apps listed in Package.swift, and commands about them.
    static let atrium = ShellProgram(
        ProgramIdentity(
            "Atrium", version: Version.text, summary: Strings.abstract, welcome: Strings.welcome,
            demonstration: "atrium demo",
            examples: [
                "atrium demo", "atrium -c agenda -c list --user ana --password-file password.txt",
                "generate-commands | atrium --json", "atrium run morning.session --var NAME=Ana",
            ], languages: Language.ofKit),
        commands: [DemoCommand.self, BenchCommand.self], unattended: Tour.show,
        topics: [
            HelpTopic("protection", hint: Strings.topicHint, text: Strings.topicProtection),
            HelpTopic("archives", hint: "", text: Strings.topicArchives),
        ]
    ) {
        try AppCatalog.withGateways.factories(in: $0)
    }
}

extension AppCatalog {
    /// The apps; the program does the gateways’ work of the app that has gateways, if it is listed.
    static var withGateways: AppCatalog {
        #if APP_SMSLog
            AppCatalog(smsLog: { SMSLogFactory(in: $0, worker: GatewayProcess(in: $0)) })
        #else
            AppCatalog()
        #endif
    }
}
