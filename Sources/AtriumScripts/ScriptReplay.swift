// SPDX-License-Identifier: GPL-3.0-or-later

/// A shell that does again what another one did, step by step.
@MainActor
final class ScriptReplay: ScriptSubject, ScriptTerminal {
    /// A setting failed in the recorded run.
    struct SettingFailed: Error {}

    private var records: ArraySlice<ScriptTrace.Record>

    init(records: [ScriptTrace.Record]) {
        self.records = records[...]
    }

    var currentApp: String? {
        guard case .app(let app) = records.popFirst() else { return nil }
        return app
    }

    func perform(_ command: String, answers: [String]) async -> ScriptOutcome {
        guard case .outcome(let outcome) = records.popFirst() else { return ScriptOutcome() }
        return outcome
    }

    func apply(_ setting: ScriptSetting) async throws {
        if case .setting(_?) = records.popFirst() { throw SettingFailed() }
    }

    func openTerminal() async throws -> any ScriptTerminal {
        _ = try terminalStep()
        return self
    }

    func enter(_ line: String, isCommand: Bool) async throws { _ = try terminalStep() }

    func type(_ text: String) async throws { _ = try terminalStep() }

    func press(_ keys: [ScriptKey]) async throws { _ = try terminalStep() }

    func resize(to size: ScriptSize) async throws { _ = try terminalStep() }

    func screen(within seconds: Int, until isRight: ([String]) -> Bool) async throws -> [String] {
        try terminalStep() ?? []
    }

    func end() async {}

    private func terminalStep() throws -> [String]? {
        guard case .terminal(let screen, let error) = records.popFirst() else { return nil }
        if error != nil { throw SettingFailed() }
        return screen
    }
}
