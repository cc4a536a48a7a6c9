// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// A draft in a file of mode 0600, locked by the process that it belongs to.
@MainActor
final class LineDraftFile {
    private let file: LockedFile
    /// What is in the file.
    private var bytes: [UInt8] = []
    private static let suffix = ".line"

    private init(_ file: LockedFile) { self.file = file }

    /// A new, empty file of this process for a name; nil where there can be none.
    init?(in folder: String, named name: String) {
        guard let file = try? LockedFile(new: "\(folder)/\(SafeFileName.of(name))", end: Self.suffix) else {
            return nil
        }
        self.file = file
    }

    /// Writes the draft in place of what is there; on a full disk that stays.
    ///
    /// It says how long the text is: a process that is killed leaves the old draft or the new one.
    ///
    /// - Parameter put: Writes bytes at the start of a descriptor, as `pwrite` does; nil: `pwrite`.
    func write(_ draft: LineDraft, _ put: ((Int32, [UInt8]) -> Int)? = nil) {
        let new = Array("\(draft.cursor) \(draft.text.utf8.count)\n\(draft.text)".utf8)
        let isWritten = put.map { file.replace(bytes, with: new, $0) } ?? file.replace(bytes, with: new)
        if isWritten { bytes = new }
    }

    /// Removes the file.
    func remove() { file.remove() }

    /// The newest draft of a name that belongs to no process any more.
    static func left(in folder: String, named name: String) -> (file: LineDraftFile, draft: LineDraft)? {
        let found = paths(in: folder, of: name).compactMap { path in
            FileStatus(path).flatMap { $0.kind == .regular ? (path: path, written: $0.written) : nil }
        }
        for (path, _) in found.sorted(by: { $0.written > $1.written }) {
            guard let locked = try? LockedFile(takingOver: path) else { continue }
            let file = LineDraftFile(locked)
            if let draft = file.read() { return (file, draft) }
        }
        return nil
    }

    /// Where the drafts of a name are.
    private static func paths(in folder: String, of name: String) -> [String] {
        let names = (try? Folder.names(in: folder, startingWith: SafeFileName.of(name) + ".")) ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
    }

    /// Removes all drafts of a name.
    static func removeAll(in folder: String, named name: String) {
        for path in paths(in: folder, of: name) { try? FilePlace.remove(path) }
    }

    /// The draft; nil for what is none.
    private func read() -> LineDraft? {
        guard let bytes = file.bytes(limit: PipeLineReader.defaultLimit + 64),
            let end = bytes.firstIndex(of: 0x0A)
        else { return nil }
        let numbers = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        let text = bytes[(end + 1)...]
        self.bytes = bytes
        guard numbers.count == 2, numbers[1] > 0, numbers[1] <= text.count, !text.contains(0),
            let line = String(validating: text.prefix(numbers[1]), as: UTF8.self)
        else { return nil }
        return LineDraft(line, cursor: min(max(0, numbers[0]), numbers[1]))
    }
}
