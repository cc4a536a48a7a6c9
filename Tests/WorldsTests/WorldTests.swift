// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumWorlds
import Testing

/// File names as a user types them.
struct WorldTests {
    private let world = World(
        system: .memory(.init()), workingFolder: "/here", variables: ["HOME": "/home/ana"])

    @Test(arguments: [
        ("notes.md", "/here/notes.md"), ("/etc/hosts", "/etc/hosts"), ("~", "/home/ana"), ("~/a b", "/home/ana/a b"),
        ("~bob/x", "/here/~bob/x"),
    ])
    func paths(name: String, path: String) {
        #expect(world.path(of: name) == path)
    }
}
