// SPDX-License-Identifier: GPL-3.0-or-later

/// A shell that does again what another one did, step by step.
@MainActor
final class ScriptReplay: ScriptSubject {
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

    func end() async {}
}
