// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts

/// A shell in memory whose commands are closures.
@MainActor
final class ScriptedShell: ScriptSubject {
    struct Refused: Error {}

    var currentApp: String?
    var settings: ScriptSettings
    let folder: String
    /// What `% pty` opens; nil refuses it.
    var terminal: (any ScriptTerminal)?
    private(set) var applied: [ScriptSetting] = []
    private(set) var performed: [String] = []
    private(set) var hasEnded = false
    private let behaviour: @MainActor (ScriptedShell, String, [String]) async -> ScriptOutcome

    init(
        settings: ScriptSettings = ScriptSettings(), folder: String = "/nowhere",
        behaviour: @escaping @MainActor (ScriptedShell, String, [String]) async -> ScriptOutcome
    ) {
        self.settings = settings
        self.folder = folder
        self.behaviour = behaviour
    }

    func perform(_ command: String, answers: [String]) async -> ScriptOutcome {
        performed.append(command)
        return await behaviour(self, command, answers)
    }

    func apply(_ setting: ScriptSetting) async throws {
        if setting == .user("nobody") { throw Refused() }
        applied.append(setting)
    }

    func openTerminal() async throws -> any ScriptTerminal {
        guard let terminal else { throw Refused() }
        return terminal
    }

    func end() async {
        hasEnded = true
    }
}
