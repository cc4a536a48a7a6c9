// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// The bytes of files, as somebody reads them who has the disk.
public enum RawFiles {
    /// The files below a folder that have one of these words in them, in upper or lower case.
    public static func below(_ folder: String, with words: [String]) -> [String] {
        let names = (try? Folder.paths(below: folder)) ?? []
        return names.filter { name in
            guard let bytes = try? FileReader(folder + "/" + name).bytes(limit: .max) else { return false }
            let text = String(decoding: bytes, as: Unicode.ASCII.self).lowercased()
            return words.contains { text.contains($0) }
        }.sorted()
    }
}
