// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import Testing
import Worlds

struct SystemTimeZoneTests {
    @Test(arguments: ["Europe/Paris", "UTC", "Asia/Kolkata"])
    func aVariableNamesIt(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        #expect(TimeZone.system(["TZ": name]).secondsFromGMT() == zone.secondsFromGMT())
    }

    @Test(arguments: [
        "/usr/share/zoneinfo/Asia/Tokyo", "../usr/share/zoneinfo/Asia/Tokyo", "/opt/zoneinfo/Asia/Tokyo",
    ])
    func elseALinkDoes(target: String) throws {
        let link = NSTemporaryDirectory() + UUID().uuidString
        try #require(symlink(target, link) == 0)
        defer { unlink(link) }
        #expect(TimeZone.system([:], link: link).identifier == "Asia/Tokyo")
        #expect(TimeZone.system(["TZ": "Europe/Paris"], link: link).identifier == "Europe/Paris")
    }

    @Test func whatIsNoZoneIsLeftToFoundation() {
        for name in ["", ":", "Nowhere/Atall", "EST5EDT,M3.2.0,M11.1.0"] {
            #expect(TimeZone.system(["TZ": name]) == .current)
        }
        #expect(TimeZone.system([:], link: "/nowhere") == .current)
    }
}
