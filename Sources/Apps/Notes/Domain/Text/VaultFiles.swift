// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The files of a folder of notes by their names, for links that name a file without saying where it lies.
///
/// Obsidian finds a file by its name anywhere in the vault; of several, the one nearest to the vault’s own folder.
package struct VaultFiles: Sendable {
    private var paths: [String: [String]] = [:]

    /// - Parameter paths: The files, as they lie below the folder; hidden ones are settings of other programs.
    package init(_ paths: [String]) {
        for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            self.paths[Self.key(of: path), default: []].append(path)
        }
    }

    /// Where the file lies that a link names, perhaps with the last of its folders.
    package func path(of target: String) -> String? {
        let wanted = Self.folded(target)
        guard !wanted.isEmpty, !wanted.split(separator: "/").contains("..") else { return nil }
        return paths[Self.key(of: target), default: []].filter { path in
            let path = Self.folded(path)
            return path == wanted || path.hasSuffix("/" + wanted)
        }.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    private static func key(of path: String) -> String { folded(FilePath(path).last) }

    private static func folded(_ path: String) -> String {
        // ASCII needs no tables of Foundation’s, and is most of what there is.
        path.utf8.allSatisfy { $0 < 0x80 } ? path.lowercased() : path.precomposedStringWithCanonicalMapping.lowercased()
    }
}
