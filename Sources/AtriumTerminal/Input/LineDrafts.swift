// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles

/// Unfinished lines, each under a name, which outlive the process that they were typed in.
///
/// Each process has files of its own and holds a lock on them. The next process that asks for a name takes over the
/// drafts that an ended one left, however it ended.
@MainActor
public final class LineDrafts {
    private let folder: String?
    private var drafts: [String: LineDraft] = [:]
    private var files: [String: LineDraftFile] = [:]
    private var asked: Set<String> = []

    /// Drafts with files in an existing folder that is the user’s alone; nil keeps them in memory only.
    public init(folder: String?) { self.folder = folder }

    /// The draft of this name, empty if there is none.
    ///
    /// Setting it writes its file at once; an empty draft has none.
    public subscript(name: String) -> LineDraft {
        get {
            if asked.insert(name).inserted, drafts[name] == nil { takeOver(name) }
            return drafts[name] ?? LineDraft()
        }
        set {
            guard newValue != drafts[name, default: LineDraft()] else { return }
            drafts[name] = newValue.text.isEmpty ? nil : newValue
            keep(newValue, as: name)
        }
    }

    /// Keeps a draft as long as this process is there, and none under its name on the disk.
    public func hold(_ draft: LineDraft, as name: String) {
        self[name] = LineDraft()
        drafts[name] = draft.text.isEmpty ? nil : draft
    }

    /// Removes a draft, and those that were left behind under its name.
    public func forget(_ name: String) {
        self[name] = LineDraft()
        if let folder { LineDraftFile.removeAll(in: folder, named: name) }
    }
}

extension LineDrafts {
    private func keep(_ draft: LineDraft, as name: String) {
        guard let folder else { return }
        if draft.text.isEmpty {
            files.removeValue(forKey: name)?.remove()
        } else {
            let file = files[name] ?? LineDraftFile(in: folder, named: name)
            files[name] = file
            file?.write(draft)
        }
    }

    /// Takes over the newest draft of a process that has ended; older ones wait for the next process.
    private func takeOver(_ name: String) {
        guard let folder, let left = LineDraftFile.left(in: folder, named: name) else { return }
        drafts[name] = left.draft
        // Its file with it, which is locked by this process now: it is never nowhere.
        files[name] = left.file
    }
}

/// A line that the user began to type and will continue.
public struct LineDraft: Hashable, Sendable {
    /// The typed text.
    public var text: String
    /// The place of the cursor, in bytes of UTF-8.
    public var cursor: Int

    /// Makes a line of this text, with the cursor by default behind it.
    public init(_ text: String = "", cursor: Int? = nil) {
        self.text = text
        self.cursor = cursor ?? text.utf8.count
    }
}

/// A draft in a file of mode 0600, locked by the process that it belongs to.
@MainActor
final class LineDraftFile {
    private let file: LockedFile
    /// The content of the file.
    private var bytes: [UInt8] = []
    private static let suffix = ".line"

    private init(_ file: LockedFile) { self.file = file }

    /// Makes a new, empty file of this process for a name; `nil` if that fails.
    init?(in folder: String, named name: String) {
        guard let file = try? LockedFile(new: "\(folder)/\(SafeFileName.of(name))", end: Self.suffix) else {
            return nil
        }
        self.file = file
    }

    /// Replaces the draft in the file; on a full disk the old one stays.
    ///
    /// It states the length of the text: a process that is killed leaves the old draft or the new one.
    ///
    /// - Parameter put: Writes bytes at the start of a descriptor, as `pwrite` does; `nil`: `pwrite`.
    func write(_ draft: LineDraft, _ put: ((Int32, [UInt8]) -> Int)? = nil) {
        let new = Array("\(draft.cursor) \(draft.text.utf8.count)\n\(draft.text)".utf8)
        let isWritten = put.map { file.replace(bytes, with: new, $0) } ?? file.replace(bytes, with: new)
        if isWritten { bytes = new }
    }

    /// Removes the file.
    func remove() { file.remove() }

    /// The newest draft of a name that no longer belongs to a process.
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

    /// The paths of the drafts of a name.
    private static func paths(in folder: String, of name: String) -> [String] {
        let names = (try? Folder.names(in: folder, startingWith: SafeFileName.of(name) + ".")) ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
    }

    /// Removes all drafts of a name.
    static func removeAll(in folder: String, named name: String) {
        for path in paths(in: folder, of: name) { try? FilePlace.remove(path) }
    }

    /// The draft; `nil` if the file has none.
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

/// Names of files made of any text.
public enum SafeFileName {
    /// The most bytes, which leave room for endings within the 255 of most file systems.
    private static let longest = 228

    /// The text with everything but ASCII letters, digits, `-` and `_` written as `%` and two digits, so that it leaves
    /// no folder and no two texts share a name.
    ///
    /// A hash stands for the end of a long text; such a name does not give the text back.
    public static func of(_ text: String) -> String {
        let name = EscapedBytes.encoded(text.utf8) { byte in
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2D || byte == 0x5F
        }
        guard name.utf8.count > longest else { return name }
        // FNV-1a, 64 bits: the texts are names of users and apps behind a number.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 36)
        return name.prefix(longest - digits.utf8.count - 1) + "~" + digits
    }

    /// The text that a name was made of; nil for a name that was made otherwise.
    public static func text(of name: String) -> String? {
        // `%4`, `%+1` and `a.b` are not names made here.
        String(validating: EscapedBytes.decoded(name.utf8), as: UTF8.self).flatMap { of($0) == name ? $0 : nil }
    }
}
