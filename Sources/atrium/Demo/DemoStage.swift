import AtriumKit
import Session

/// Sets up the shell that fills a system for a demonstration.
@MainActor
final class DemoStage: ScriptStage {
    private let system: InformationSystem

    init(system: InformationSystem) { self.system = system }

    func makeSubject(settings: ScriptSettings, folder: String) async throws -> any ScriptSubject {
        try await ScriptShell(settings: settings, folder: folder, system: system)
    }
}
