// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

extension AppCatalog {
    /// The apps of these names and the one that authenticates, in the order in which the program has them; nil: all.
    ///
    /// - Throws: `ScriptShellFault.unknownApp`.
    @MainActor
    static func factories(named names: [String]?) throws(ScriptShellFault) -> [any AppFactory] {
        let all = factories()
        guard let names else { return all }
        let known = all.map(\.id.rawValue)
        if let unknown = names.first(where: { !known.contains($0) }) { throw .unknownApp(unknown, apps: known) }
        return all.filter { names.contains($0.id.rawValue) || $0 is any AuthenticatingFactory }
    }
}
