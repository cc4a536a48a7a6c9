// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
public import AccountPanels
import AccountStore
public import AtriumWorlds

extension AccountFactory {
    /// A factory with the stores of a world’s system; it reads the other values of the world for each login.
    public init(in world: World) {
        self.init(
            opening: { try AccountStores(on: $0.system, keyring: Self.keyring(in: $0)) },
            upkeep: { SystemAccounts(on: $0.system) })
    }

    /// The keyring of a world, if its program is installed.
    private nonisolated static func keyring(in world: World) -> Keyring? {
        guard let folder = world.systemFolder, let program = world.path(ofProgram: "secret-tool") else { return nil }
        return Keyring(program: program, label: world.program.name, place: folder, variables: world.variables)
    }
}
