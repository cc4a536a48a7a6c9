import AtriumKit

/// Sets up a shell with this program’s apps for each script.
@MainActor
final class ProgramStage: ScriptStage {
    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        try await ScriptShell(settings: settings, folder: folder)
    }
}
