// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumBackups
import AtriumKit
import AtriumSession
import AtriumShell
import AtriumSystems
import AtriumTerminal
import AtriumWorlds
import Foundation

/// `doctor`: examines everything that is kept, and the machine.
struct DoctorCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: Strings.abstractDoctor.string(in: .ofCommandLine),
        discussion: Strings.discussionDoctor.string(in: .ofCommandLine))

    @OptionGroup var data: DataOptions

    @OptionGroup var output: OutputOptions

    @Flag(help: Strings.optionRepair.help)
    var repair = false

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        try await HomePlace.performing(data.added(to: output.values), gate) { place in
            defer { place.world.system.close() }
            var found: [HealthFinding] = []
            @MainActor func doctor(in world: World) throws -> Doctor {
                Doctor(
                    in: world, catalog: try ShellProgram.ofCommandLine.factories(in: world),
                    isOnTerminal: gate.isTerminal)
            }
            found += try await doctor(in: place.world).examineHome(mends: repair)
            // A store that SQLite does not read has no rows to look at, and none is made.
            let unread: Set = ["home.missing", "store.missing", "store.empty", "store.foreign", "store.damaged"]
            if place.world.server != nil {
                found += try await doctor(in: place.world).examineApps(mends: repair)
            } else if !found.contains(where: { unread.contains($0.code) }) {
                do {
                    let system = try SQLiteSystem(path: place.store, keepsModes: !repair)
                    defer { system.close() }
                    found += try await doctor(in: place.world(on: system)).examineApps(mends: repair)
                } catch {
                    let failing = HealthFinding.failing(error)
                    // A file that may not be written has been named by its mode.
                    let same = failing.code == "store.read-only" ? "file.unreadable" : failing.code
                    if !found.contains(where: { [same, failing.code].contains($0.code) }) { found.append(failing) }
                }
            }
            found += try doctor(in: place.world).examineSurroundings()
            return Doctor.reply(to: found, server: place.world.server)
        }
    }
}
