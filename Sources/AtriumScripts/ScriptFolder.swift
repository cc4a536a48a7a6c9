// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// The temporary folder of one session script, which only its owner can read.
public struct ScriptFolder {
    /// Its absolute path.
    let path: String

    /// Makes a folder of a new name inside `place` and writes the fixtures into it.
    init(in place: String, fixtures: [ScriptFixture]) throws(ScriptFolderFault) {
        do throws(FileFault) { path = try Folder.makeNew(place + "/session-script-") } catch {
            throw .notMade(place: place, code: error.reason.number)
        }
        ScriptFolders.add(path)
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
    func remove() {
        Folder.discard(path)
        ScriptFolders.forget(path)
    }

    /// Writes a fixture, with the folders that its name asks for.
    static func write(_ fixture: ScriptFixture, below path: String) throws {
        let target = path + "/" + fixture.name
        do throws(FileFault) {
            try Folder.make(Folder.split(target).folder)
            try DraftFile.write(fixture.bytes, to: target, replacing: true)
        } catch {
            throw ScriptFolderFault.notWritten(fixture.name)
        }
    }
}

/// Why a session script has no folder.
enum ScriptFolderFault: Error, Equatable {
    /// No folder could be made in this place; `code` is the system's `errno`.
    case notMade(place: String, code: Int32)
    /// The fixture of this name could not be written.
    case notWritten(String)
}
