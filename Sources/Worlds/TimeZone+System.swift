// SPDX-License-Identifier: GPL-3.0-or-later

import Files
package import Foundation

extension TimeZone {
    /// The time zone of the machine: the one that `TZ` names, or else the file of the tz database that `/etc/localtime` is
    /// a link to (localtime(5)).
    ///
    /// Foundation finds it too, but copies all variables first, which takes longer than anything else at the start.
    package static func system(_ variables: [String: String]) -> TimeZone {
        let name = variables["TZ"] ?? (try? FilePlace.target(ofLink: "/etc/localtime")).flatMap(Self.name(of:))
        return name.flatMap { TimeZone(identifier: $0) } ?? .current
    }

    /// What a file of the tz database is for, such as `Europe/Paris`; nil for another file.
    private static func name(of path: String) -> String? {
        let folders = path.split(separator: "/")
        return folders.lastIndex(of: "zoneinfo").map { folders[($0 + 1)...].map(String.init).joined(separator: "/") }
    }
}
