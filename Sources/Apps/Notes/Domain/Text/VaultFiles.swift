// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The files of a folder of notes by their names, for links that name a file without saying where it lies.
///
/// Obsidian finds a file by its name anywhere in the vault; of several, the one nearest to the vault’s own folder.
package struct VaultFiles: Sendable {
    /// The paths, and how they are compared, by the last part of that.
    private var paths: [Substring: [(path: String, folded: String)]] = [:]

    /// - Parameter paths: The files, as they lie below the folder; hidden ones are settings of other programs.
    package init(_ paths: [String]) {
        for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            let folded = Self.folded(path)
            self.paths[Self.last(of: folded), default: []].append((path, folded))
        }
    }

    /// Where the file lies that a link names, perhaps with the last of its folders.
    package func path(of target: String) -> String? {
        let wanted = Self.folded(target)
        guard !wanted.isEmpty, !wanted.split(separator: "/").contains("..") else { return nil }
        return paths[Self.last(of: wanted), default: []].filter {
            $0.folded == wanted || $0.folded.hasSuffix("/" + wanted)
        }.map(\.path).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    private static func last(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }

    private static func folded(_ path: String) -> String {
        path.precomposedStringWithCanonicalMapping.lowercased()
    }
}
