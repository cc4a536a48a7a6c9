// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts

/// Sets up shells that all behave the same, and keeps them for a test to look at.
@MainActor
final class ScriptedShellFactory: ScriptShellFactory {
    struct Closed: Error {}

    private(set) var shells: [ScriptedShell] = []
    var isClosed = false
    private let behaviour: @MainActor (ScriptedShell, String, [String]) async -> ScriptOutcome

    init(behaviour: @escaping @MainActor (ScriptedShell, String, [String]) async -> ScriptOutcome) {
        self.behaviour = behaviour
    }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        if isClosed { throw Closed() }
        let shell = ScriptedShell(settings: settings, folder: folder, behaviour: behaviour)
        shells.append(shell)
        return shell
    }
}
