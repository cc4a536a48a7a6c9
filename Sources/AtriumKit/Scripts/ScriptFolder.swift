// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization

/// The temporary folder of one session script, which only its owner can read.
public struct ScriptFolder {
    /// The folders of this process that are there.
    private static let present = Mutex<Set<String>>([])

    /// Its absolute path.
    let path: String

    /// Removes all that are there: for a process that a signal ends in the midst of its scripts.
    public static func removeAll() {
        for path in present.withLock({ $0 }) { ScriptFolder(path: path).remove() }
    }

    private init(path: String) { self.path = path }

    /// Makes a folder of a new name inside `place` and writes the fixtures into it.
    init(in place: String, fixtures: [ScriptFixture]) throws(ScriptFolderFault) {
        var template = Array((place + "/atrium-session-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw .notMade(place: place, code: errno) }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.path = path
        Self.present.withLock { _ = $0.insert(path) }
        for fixture in fixtures {
            do {
                try Self.write(fixture, below: path)
            } catch {
                remove()
                throw .notWritten(fixture.name)
            }
        }
    }

    /// Removes the folder with everything in it.
    ///
    /// Where that fails, the rest stays for the system to clear up.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        Self.present.withLock { _ = $0.remove(path) }
    }

    /// Writes a fixture, with the folders that its name asks for.
    static func write(_ fixture: ScriptFixture, below path: String) throws {
        let folders = fixture.name.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(
            atPath: path + "/" + folders, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let isWritten = FileManager.default.createFile(
            atPath: path + "/" + fixture.name, contents: Data(fixture.bytes), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw ScriptFolderFault.notWritten(fixture.name) }
    }
}
