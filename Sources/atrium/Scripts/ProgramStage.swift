import AtriumKit
import Terminal

/// Sets up a shell with this program’s apps for each script.
@MainActor
final class ProgramStage: RecordingStage {
    let password = ScriptShell.password
    private let coverage: ScriptCoverage?
    private let template = ScriptTemplate()

    /// A stage whose scripts’ commands are noted.
    init(coverage: ScriptCoverage? = nil) { self.coverage = coverage }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        try await ScriptShell(settings: settings, folder: folder, coverage: coverage, template: template)
    }

    func makeSubject(
        settings: ScriptSettings, folder: String, answers: any LineSource
    ) async throws -> any RecordableSubject {
        try await ScriptShell(settings: settings, folder: folder, rest: answers)
    }
}
