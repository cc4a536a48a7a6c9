// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Links that this user has made, which may be followed to where something is written.
package enum OwnLink {
    /// Where a path leads in the end, be it that nothing is there yet.
    ///
    /// - Throws: `FileFault` with `kind(.link)` for a link that is somebody else’s.
    package static func target(of path: String) throws(FileFault) -> String {
        var target = path
        // As many as the system follows itself (path_resolution(7)).
        for _ in 0..<40 {
            guard let status = FileStatus(target), status.kind == .link else { return target }
            guard status.isOurs else { throw FileFault(path: path, reason: .kind(.link)) }
            let name: String
            do throws(FileFault) { name = try FilePlace.target(ofLink: target) } catch {
                throw FileFault(path: path, reason: error.reason)
            }
            target = name.hasPrefix("/") ? name : Folder.split(target).folder + "/" + name
        }
        throw FileFault(path: path, reason: .system(ELOOP))
    }
}
