// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import Secrets
import Stores

/// The files of an export of Signal, which lie in a folder `files` beside it or beside its folder, under names that the
/// export does not tell: they are known by their size and SHA-256.
final class SignalFiles {
    private let folders: [String]
    private lazy var places = found()

    /// - Parameter path: The file of the messages.
    init(beside path: String) {
        let folder = Folder.split(path).folder
        folders = [folder + "/files", folder + "/../files"]
    }

    /// The bytes of a file; nil where it is not there.
    func bytes(size: Int, digest: [UInt8]) -> [UInt8]? {
        for place in places[size] ?? [] {
            guard let bytes = try? FileReader(place, followingLinks: false).bytes(limit: 1 << 28) else { continue }
            if SHA256.hash(bytes) == digest { return bytes }
        }
        return nil
    }

    /// The paths of all files, by size.
    private func found() -> [Int: [String]] {
        var places: [Int: [String]] = [:]
        for folder in folders {
            for part in (try? Folder.names(in: folder)) ?? [] {
                for name in (try? Folder.names(in: "\(folder)/\(part)")) ?? [] {
                    let path = "\(folder)/\(part)/\(name)"
                    guard let status = FileStatus(path, followingLinks: false), status.kind == .regular else {
                        continue
                    }
                    places[status.size, default: []].append(path)
                }
            }
        }
        return places
    }
}
