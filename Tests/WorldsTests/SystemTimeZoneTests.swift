// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumWorlds
import Foundation
import Glibc
import Testing

struct SystemTimeZoneTests {
    @Test(arguments: ["Europe/Paris", "UTC", "Asia/Kolkata"])
    func aVariableNamesIt(name: String) throws {
        let zone = try #require(Zone(identifier: name))
        #expect(Zone.system(["TZ": name]) == zone)
        #expect(Zone.system(["TZ": name]).secondsFromGMT(at: 1_780_000_000) == zone.secondsFromGMT(at: 1_780_000_000))
    }

    @Test(arguments: [
        "/usr/share/zoneinfo/Asia/Tokyo", "../usr/share/zoneinfo/Asia/Tokyo", "/opt/zoneinfo/Asia/Tokyo",
    ])
    func elseALinkDoes(target: String) throws {
        let link = NSTemporaryDirectory() + UUID().uuidString
        try #require(symlink(target, link) == 0)
        defer { unlink(link) }
        #expect(Zone.system([:], link: link).identifier == "Asia/Tokyo")
        #expect(Zone.system(["TZ": "Europe/Paris"], link: link).identifier == "Europe/Paris")
    }

    @Test func theZoneOfThisProcessIsFoundations() {
        let zone = Zone.system(ProcessInfo.processInfo.environment)
        for seconds in stride(from: Int64(0), to: 4_000_000_000, by: 10_000_019) {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(zone.secondsFromGMT(at: seconds) == TimeZone.current.secondsFromGMT(for: date))
        }
        // The C library has no such years.
        #expect(zone.secondsFromGMT(at: .max) == 0 && zone.secondsFromGMT(at: .min) == 0)
    }

    @Test func whatIsNoZoneIsLeftToFoundation() {
        for name in ["", ":", "Nowhere/Atall", "EST5EDT,M3.2.0,M11.1.0"] {
            #expect(Zone.system(["TZ": name]) == .current)
        }
        #expect(Zone.system([:], link: "/nowhere") == .current)
    }
}
