// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation

/// Whether two places of the file system have anything in common.
enum FolderOverlap {
    /// Whether one is the other or lies in it, wherever symbolic links lead; neither needs to be there.
    static func overlap(_ first: String, _ second: String) -> Bool {
        let (first, second) = (resolved(first), resolved(second))
        return first == second || NoteFolderFiles.holds(first, second) || NoteFolderFiles.holds(second, first)
    }

    /// The path without symbolic links as far as it is there, and as it is spelled from there on.
    private static func resolved(_ path: String) -> String {
        var there = path
        var missing: [String] = []
        while !there.isEmpty, there != "/" {
            if let real = try? FilePlace.real(there) {
                return missing.reversed().reduce(real) { path, level in
                    switch level {
                    case ".": path
                    case "..": (path as NSString).deletingLastPathComponent
                    default: (path as NSString).appendingPathComponent(level)
                    }
                }
            }
            missing.append((there as NSString).lastPathComponent)
            there = (there as NSString).deletingLastPathComponent
        }
        return (path as NSString).standardizingPath
    }
}
