// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A folder that goes with the test.
final class Scratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "atrium-files-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a name in it.
    subscript(name: String) -> String { path + "/" + name }

    /// Makes a file, and says where.
    @discardableResult
    func write(_ text: String, _ name: String, mode: mode_t = 0o600) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: self[name]))
        chmod(self[name], mode)
        return self[name]
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }

    /// The mode of what is called so, also of a link; 0 where there is nothing.
    func mode(_ name: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: self[name])
        return attributes?[.posixPermissions] as? Int ?? 0
    }

    /// The names in it, hidden ones too.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
