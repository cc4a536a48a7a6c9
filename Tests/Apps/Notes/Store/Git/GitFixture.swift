// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProcesses
import AtriumSession
import AtriumTesting
import AtriumWorlds
import Foundation
@testable import NotesApp
import NotesLogic

@testable import NotesPanels
@testable import NotesFolder
@testable import NotesStore

/// A folder of notes that git has, with nobody’s own configuration.
struct GitFixture: Sendable {
    let folder: ScratchFolder
    let world: World
    /// Relative to the scratch folder.
    let notes: String

    init(notes: String = "vault", hasName: Bool = true) throws {
        folder = try ScratchFolder()
        self.notes = notes
        let config = try folder.write(
            "[user]\n\(hasName ? "name = Ana\nemail = ana@example.org" : "useConfigOnly = true")\n[init]\ndefaultBranch = main\n",
            "config")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/" + notes, withIntermediateDirectories: true)
        let test = World.test()
        world = World(
            system: test.system, clock: test.clock, timeZone: .gmt, workingFolder: folder.path, seed: 7,
            passwordCost: .least, worksUnasked: false,
            variables: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
                "GIT_CONFIG_GLOBAL": config, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
            ])
    }

    /// A user’s service on the folder, of which git is told.
    func service(_ notes: String? = nil, git: Bool = true) throws -> NotesService {
        // The folder has been set as the store, which makes its index even where there is no note.
        try FolderFiles("\(folder.path)/\(notes ?? self.notes)").prepareHidden()
        let session = ProbeAuthenticator().make(
            "ana",
            settings: [
                StoreChoice.settingName: "markdown:\(folder.path)/\(notes ?? self.notes)",
                NotesService.gitSetting: git ? "on" : "off",
            ])
        return try NotesService(for: session, among: NotePlaces(), in: world)
    }

    /// What a line of a shell writes, performed in a folder.
    @discardableResult
    func shell(_ line: String, in place: String? = nil) async throws -> String {
        let text = Written()
        let status = try await ChildProcess.run(
            line, in: folder.path + "/" + (place ?? notes), variables: world.variables, input: [], takesErrors: true
        ) { text.add($0) }
        let said = await text.text
        return status == 0 ? said : "status \(status): \(said)"
    }

    @MainActor
    private final class Written {
        var bytes: [UInt8] = []
        nonisolated init() {}
        var text: String { String(decoding: bytes, as: UTF8.self) }
        func add(_ piece: [UInt8]) -> Bool {
            bytes += piece
            return true
        }
    }
}
