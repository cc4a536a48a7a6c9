// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A folder that is removed with the value.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "atrium-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Writes a file, with the folders above it, and returns its path.
    ///
    /// The file gets its name once it is written: a process that another test starts meanwhile would keep a file
    /// in progress open, and the kernel reports a written file only when no process has it open any more.
    func write(_ text: String, _ name: String) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
        return file
    }

    /// The text of a file.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
