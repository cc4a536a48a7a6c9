// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
package import Session

extension Zone {
    /// The time zone of the machine: the one that `TZ` names or describes (tzset(3)), or else the file of the tz database
    /// that `/etc/localtime` is a link to (localtime(5)).
    ///
    /// What the C library does not know is left to Foundation.
    ///
    /// - Parameter link: The link in place of `/etc/localtime`.
    package static func system(_ variables: [String: String], link: String = localtime) -> Zone {
        let name = variables["TZ"] ?? (try? FilePlace.target(ofLink: link)).flatMap(Self.name(of:))
        guard let name else { return .current }
        let isOfProcess = link == localtime && variables["TZ"] == getenv("TZ").map { String(cString: $0) }
        guard isOfProcess, libraryKnows(name) else { return Zone(identifier: name) ?? .current }
        return Zone(ofMachine: Self.name(of: name) ?? name)
    }

    /// The link that says which zone the machine is in.
    package static let localtime = "/etc/localtime"

    /// Whether the C library knows a zone: a small container may have no rules but those that `TZ` itself describes, and
    /// the library takes the places of which it has none for Greenwich.
    private static func libraryKnows(_ name: String) -> Bool {
        guard !name.isEmpty else { return false }
        if FilePlace.isReadable(name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)") { return true }
        return name.hasPrefix(":") || name.contains(",") || !name.contains("/") && name.contains { $0.isNumber }
    }

    /// What a file of the tz database is for, such as `Europe/Paris`; nil for another file.
    private static func name(of path: String) -> String? {
        // As an array: how a slice is joined would be looked up at run time.
        let folders = path.split(separator: "/").map(String.init)
        return folders.lastIndex(of: "zoneinfo").map { Array(folders[($0 + 1)...]).joined(separator: "/") }
    }
}
