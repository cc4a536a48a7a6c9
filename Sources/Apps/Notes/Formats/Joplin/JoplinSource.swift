// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSession
import Foundation
import NotesLogic

/// The source of a Joplin export’s items: a folder (RAW), or a tar archive of one (JEX).
///
/// Items are at the top as `<id>.md`, the bytes of resources in `resources` as `<id>.<ending>`.
final class JoplinSource {
    private enum Place {
        case file(String)
        case entry(TarEntry)
    }

    private let reader: TarReader?
    private var places: [String: Place] = [:]
    private var resources: [String: String] = [:]
    /// The names of the items’ files, in a fixed order.
    private(set) var items: [String] = []
    /// The reason why an archive ended early; `nil` if it did not.
    private(set) var fault: TarFault?

    /// An archive, as far as it can be read.
    ///
    /// - Throws: `TarFault` if nothing of it can be read.
    init(archive path: String) throws(TarFault) {
        let reader = try TarReader(path: path)
        self.reader = reader
        do {
            while let entry = try reader.next() { add(entry.name, .entry(entry)) }
        } catch {
            guard !places.isEmpty else { throw error }
            fault = error
        }
        items.sort()
    }

    /// A folder, or Joplin’s synchronised one, where resources have no endings; symbolic links in it are not followed.
    init(folder path: String) {
        reader = nil
        for folder in ["", "resources/", ".resource/"] {
            let names = (try? Folder.names(in: path + "/" + folder)) ?? []
            for name in names { add(folder + name, .file(path + "/" + folder + name)) }
        }
        items.sort()
    }

    /// Whether a folder has items at its top.
    static func isExport(_ path: String) -> Bool {
        let names = (try? Folder.names(in: path)) ?? []
        guard let name = names.filter({ isItem($0) }).min(),
            let bytes = try? SmallFile.bytes(at: path + "/" + name, followingLinks: false)
        else { return false }
        return JoplinItem(String(decoding: bytes, as: UTF8.self)) != nil
    }

    /// The bytes of an item’s file.
    ///
    /// - Throws: `AttachmentFault`, `TarFault`.
    func bytes(of name: String) throws -> [UInt8] {
        switch places[name] {
        case .file(let path)?: return try SmallFile.bytes(at: path, followingLinks: false)
        case .entry(let entry)?:
            guard entry.size <= AttachmentDraft.largest else {
                throw AttachmentFault.tooLarge(path: name, limit: AttachmentDraft.largest)
            }
            return try reader?.bytes(of: entry) ?? []
        case nil: throw AttachmentFault.unreadable(path: name, reason: ENOENT)
        }
    }

    /// The bytes of a resource.
    ///
    /// - Throws: As `bytes(of:)`.
    func bytes(ofResource id: String) throws -> [UInt8] { try bytes(of: resources[id] ?? "resources/" + id) }

    private func add(_ name: String, _ place: Place) {
        let name = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
        if Self.isItem(name) {
            items.append(name)
        } else if name.hasPrefix("resources/") || name.hasPrefix(".resource/") {
            // Both are as long.
            let id = name.dropFirst(10).prefix { $0 != "." }
            resources[id.lowercased()] = name
        } else {
            return
        }
        places[name] = place
    }

    private static func isItem(_ name: String) -> Bool {
        name.hasSuffix(".md") && name.utf8.count == 35
            && name.utf8.dropLast(3).allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
            }
    }
}
