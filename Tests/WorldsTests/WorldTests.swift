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

    @Test(arguments: [nil, "", "here", "./here", ".."])
    func `a home that is no absolute path is that of the user database`(home: String?) {
        var world = World(system: .memory(.init()), workingFolder: "/here", variables: [:])
        let own = world.path(of: "~")
        world = World(system: .memory(.init()), workingFolder: "/here", variables: home.map { ["HOME": $0] } ?? [:])
        #expect(own.hasPrefix("/") && world.path(of: "~") == own)
        let place = Home.place("relative", else: ".local/share", home.map { ["HOME": $0] } ?? [:])
        #expect(place == own + "/.local/share")
    }
}
