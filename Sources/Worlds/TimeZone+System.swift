// SPDX-License-Identifier: GPL-3.0-or-later

import Files
package import Foundation

extension TimeZone {
    /// The time zone of the machine: the one that `TZ` names, or else the file of the tz database that `/etc/localtime` is
    /// a link to (localtime(5)).
    ///
    /// Foundation finds it too, but copies all variables first, which takes longer than anything else at the start. What
    /// this does not know is left to it.
    ///
    /// - Parameter link: The link in place of `/etc/localtime`.
    package static func system(_ variables: [String: String], link: String = "/etc/localtime") -> TimeZone {
        let name = variables["TZ"] ?? (try? FilePlace.target(ofLink: link)).flatMap(Self.name(of:))
        return name.flatMap { TimeZone(identifier: $0) } ?? .current
    }

    /// What a file of the tz database is for, such as `Europe/Paris`; nil for another file.
    private static func name(of path: String) -> String? {
        // As an array: how a slice is joined would be looked up at run time.
        let folders = path.split(separator: "/").map(String.init)
        return folders.lastIndex(of: "zoneinfo").map { Array(folders[($0 + 1)...]).joined(separator: "/") }
    }
}
