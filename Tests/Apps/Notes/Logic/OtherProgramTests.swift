// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import Synchronization
import Testing

@testable import NoteFormats
@testable import NotesFolder
@testable import NotesStore

/// Another program that acts on the files of a folder at each call of the system of each command that writes.
///
/// A thorough run tries every moment of every command with every act on every file; others try a few, the same each time.
struct OtherProgramTests {
    @Test(.timeLimit(.minutes(60)), arguments: [true, false])
    func `no byte of another program’s is lost, whenever it acts`(canExchange: Bool) async throws {
        var dice = Dice(seed: canExchange ? 42 : 43)
        var points = 0
        var refused: [String: Int] = [:]
        for command in SweptCommand.all {
            let quiet = try await Sweep(command, canExchange: canExchange)
            #expect(quiet.count > 0 && quiet.refusal == nil, "\(command.name): \(String(describing: quiet.refusal))")
            #expect(try await quiet.problems() == [], "\(command.name) alone")
            let moments = isThorough ? Array(1...quiet.count) : [1 + dice.roll(quiet.count)]
            for moment in moments {
                for act in isThorough ? OtherAct.all : [OtherAct.all[dice.roll(OtherAct.all.count)]] {
                    let sweep = try await Sweep(command, .act(act), before: moment, canExchange: canExchange)
                    let problems = try await sweep.problems()
                    #expect(problems == [], "\(command.name), \(act) before call \(moment): \(sweep.call)")
                    if let refusal = sweep.refusal { refused["\(command.name): \(refusal)", default: 0] += 1 }
                    points += 1
                }
            }
        }
        // A store that cannot keep up with one act would be no store.
        #expect(!refused.keys.contains { $0.contains("busy") }, "\(refused)")
        if isThorough { print("points: \(points); refused: \(refused.sorted { $0.key < $1.key })") }
    }

    @Test(.timeLimit(.minutes(60)), arguments: [true, false])
    func `what is said of a change is true whenever the disk fails`(isForGood: Bool) async throws {
        var dice = Dice(seed: 44)
        var points = 0
        for command in SweptCommand.all where command.isOneChange {
            let quiet = try await Sweep(command)
            let done = try quiet.texts()
            let moments = isThorough ? Array(1...quiet.count) : (0..<3).map { _ in 1 + dice.roll(quiet.count) }
            for moment in moments {
                let sweep = try await Sweep(command, .fails(isForGood: isForGood), before: moment)
                let problems = try await sweep.problems()
                let texts = try sweep.texts()
                let place = "\(command.name), failing before call \(moment): \(sweep.call), \(sweep.refusal as Any)"
                #expect(problems == [], "\(place)")
                if sweep.refusal == nil {
                    #expect(texts == done, "\(place)")
                } else if case .unsure? = sweep.refusal as? StoreFault {
                    #expect(texts == done || texts == sweep.before, "\(place)")
                } else {
                    #expect(texts == sweep.before, "\(place)")
                }
                points += 1
            }
        }
        if isThorough { print("points of a failing disk: \(points)") }
    }
}

/// What another program does to a file.
private struct OtherAct: CustomStringConvertible {
    enum Kind: CaseIterable {
        /// Writes other bytes of the same number into the file, and has it be as old as it was.
        case writesEqual
        /// Puts another file of equal size and time in its place.
        case replacesEqual
        /// Adds a line to the file.
        case adds
        /// Removes the file.
        case removes
        /// Gives the file another name.
        case renames
    }

    let kind: Kind
    let file: String

    static let all =
        ["Trip.md", "Plan.md", "Voyage.md"].flatMap { file in Kind.allCases.map { OtherAct(kind: $0, file: file) } }

    var description: String { "\(kind) \(file)" }

    /// What it writes: as long as the end of each file here.
    static let line = "Words of another program\n"

    func perform(in folder: String) {
        let path = folder + "/" + file
        let old = FileManager.default.contents(atPath: path)
        let written = FileStatus(path)?.written
        var bytes = old ?? Data()
        switch kind {
        case .writesEqual, .replacesEqual:
            bytes = bytes.dropLast(Self.line.utf8.count) + Data(Self.line.utf8)
            let place = kind == .writesEqual ? path : folder + "/.saving"
            if old == nil || place != path { try? Data().write(to: URL(filePath: place)) }
            if let handle = FileHandle(forWritingAtPath: place) {
                try? handle.truncate(atOffset: 0)
                try? handle.write(contentsOf: bytes)
                try? handle.close()
            }
            if let written { try? FilePlace.age(place, written: written) }
            if kind == .replacesEqual { try? FilePlace.move(place, to: path) }
        case .adds:
            bytes += Data(Self.line.utf8)
            try? bytes.write(to: URL(filePath: path), options: .atomic)
        case .removes: try? FilePlace.remove(path)
        case .renames: try? FilePlace.move(path, to: folder + "/Elsewhere.md")
        }
    }

    var writes: Bool { [.writesEqual, .replacesEqual, .adds].contains(kind) }
}

/// A command on a folder of three notes: `Plan`, 1, and `sub/Log`, 3, link to `Trip`, 2.
private struct SweptCommand {
    let name: String
    /// Whether it is one transaction on notes that are read before.
    var isOneChange: Bool { ["modify", "tag", "untag", "rename", "move", "pin", "delete"].contains(name) }
    var prepare: @Sendable (NotesService, String) async throws -> Void = { _, _ in }
    /// The words that it adds to a text; nil: none.
    var words: String?
    let run: @Sendable (NotesService, String) async throws -> Void

    static let all: [SweptCommand] = [
        SweptCommand(name: "add", words: "Voyage of ours") { notes, _ in _ = try await notes.add("Voyage of ours") },
        SweptCommand(name: "modify", words: "Ours instead") { notes, _ in
            _ = try await notes.modify(2, to: "Ours instead\nand a last line of the file")
        },
        SweptCommand(name: "append", words: "Ours below") { notes, _ in
            _ = try await notes.extend(2, by: "Ours below", at: .bottom)
        },
        SweptCommand(name: "tag") { notes, _ in _ = try await notes.tag([1, 2], "new") },
        SweptCommand(name: "untag") { notes, _ in _ = try await notes.untag(2, "old") },
        SweptCommand(name: "rename-tag") { notes, _ in try await notes.rename(tag: "old", to: "newer", in: [1, 2]) },
        SweptCommand(name: "rename") { notes, _ in _ = try await notes.rename(2, to: "Voyage") },
        SweptCommand(name: "move") { notes, _ in _ = try await notes.move([2], to: "work") },
        SweptCommand(name: "rename-notebook") { notes, _ in
            try await notes.rename(notebook: "sub", to: "under", in: [3])
        },
        SweptCommand(name: "pin") { notes, _ in _ = try await notes.pin([2], true) },
        SweptCommand(name: "todo") { notes, _ in _ = try await notes.makeTodo([2], due: nil) },
        SweptCommand(
            name: "done", prepare: { notes, _ in _ = try await notes.makeTodo([2], due: nil) },
            run: { notes, _ in _ = try await notes.finish([2]) }),
        SweptCommand(name: "redate") { notes, _ in _ = try await notes.redate(2, to: Timestamp(seconds: 9)) },
        SweptCommand(name: "delete") { notes, _ in _ = try await notes.remove([1, 2]) },
        SweptCommand(
            name: "restore", prepare: { notes, _ in _ = try await notes.remove([2]) },
            run: { notes, _ in _ = try await notes.restore([2]) }),
        SweptCommand(
            name: "purge", prepare: { notes, _ in _ = try await notes.remove([3]) },
            run: { notes, _ in try await notes.purge([3]) }),
        SweptCommand(
            name: "restore-version",
            prepare: { notes, _ in _ = try await notes.extend(2, by: "Ours below", at: .bottom) },
            run: { notes, _ in _ = try await notes.restore(2, version: 1) }),
        SweptCommand(name: "undo") { notes, _ in
            _ = try await Origin.$current.withValue(Origin("rename", at: Timestamp(seconds: 1))) {
                try await notes.rename(2, to: "Voyage")
            }
            _ = try await notes.perform(.undo)
        },
        SweptCommand(
            name: "import", prepare: { _, scratch in try write("# Voyage\n", scratch + "/in/Voyage.md") },
            words: "# Voyage",
            run: { notes, scratch in
                _ = try await notes.importNotes(from: scratch + "/in", as: nil) { _, _ in }
            }),
        SweptCommand(
            name: "attach", prepare: { _, scratch in try write("map", scratch + "/map.png") },
            run: { notes, scratch in _ = try await notes.attachments.attach(scratch + "/map.png", to: 2) }),
        SweptCommand(name: "detach") { notes, _ in try await notes.attachments.detach("old.png", from: 2) },
        SweptCommand(
            name: "protect", prepare: { notes, _ in try await notes.protection.setPassword(Secret("a word to pass")) },
            run: { notes, _ in _ = try await notes.protection.protect(3) }),
        SweptCommand(name: "daily", words: "2026-01-02") { notes, _ in
            guard let day = Day("2026-01-02") else { return }
            _ = try await notes.note(of: day, in: .english)
        },
    ]

    static func write(_ text: String, _ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }
}

/// One run of a command, with what another program did before one call of the system.
private struct Sweep {
    private let scratch: ScratchFolder
    private let command: SweptCommand
    /// How many calls there were.
    let count: Int
    /// The call before which the other program acted.
    let call: String
    /// Whether it wrote anything.
    private let writes: Bool
    /// Why the command did nothing.
    let refusal: (any Error)?
    /// The texts of the files before the command.
    let before: [String: String]

    private var folder: String { scratch.path + "/vault" }

    private static let texts = [
        "Plan.md": "---\ntags: [old]\n---\nGo on the [[Trip]]\nand a last line of the file\n",
        "Trip.md": "---\ntags: [old]\n---\nTo the sea ![](attachments/Trip/old.png)\nand a last line of the file\n",
        "sub/Log.md": "Was on the [[Trip]]\nand a last line of the file\n",
        "attachments/Trip/old.png": "old",
    ]

    private final class Calls: Sendable {
        let state = Mutex((isOn: false, count: 0, call: "", wasDisturbed: false))
    }

    /// What becomes of one call.
    enum Disturbance {
        /// Another program acts before it.
        case act(OtherAct)
        /// The disk does not read or write, then or from then on, until the process ends.
        case fails(isForGood: Bool)
    }

    /// - Parameters:
    ///   - moment: The number of the call that is disturbed.
    ///   - canExchange: Whether the file system can exchange two names.
    init(
        _ command: SweptCommand, _ disturbance: Disturbance? = nil, before moment: Int = .max, canExchange: Bool = true
    ) async throws {
        scratch = try ScratchFolder()
        self.command = command
        let folder = scratch.path + "/vault"
        for (name, text) in Self.texts {
            try SweptCommand.write(text, folder + "/" + name)
            try FilePlace.age(folder + "/" + name, written: 1_700_000_000_000_000_000)
        }
        let calls = Calls()
        let notes = Self.open(folder) { call, name throws(FileFault) in
            if call == .exchange, !canExchange { throw FileFault(path: name, reason: .system(EINVAL)) }
            let number = calls.state.withLock { state in
                guard state.isOn else { return 0 }
                state.count += 1
                if state.count == moment { (state.call, state.wasDisturbed) = ("\(call) \(name)", true) }
                return state.count
            }
            switch disturbance {
            case .act(let act) where number == moment: act.perform(in: folder)
            case .fails(let isForGood) where number == moment || isForGood && number > moment:
                throw FileFault(path: name, reason: .system(EIO))
            default: break
            }
        }
        _ = try await notes.counts()
        try await command.prepare(notes, scratch.path)
        before = try Self.texts(in: folder)
        calls.state.withLock { $0.isOn = true }
        var refusal: (any Error)?
        do { try await command.run(notes, scratch.path) } catch { refusal = error }
        let state = calls.state.withLock {
            $0.isOn = false
            return $0
        }
        (count, call, self.refusal) = (state.count, state.call, refusal)
        writes = if case .act(let act) = disturbance { state.wasDisturbed && act.writes } else { false }
    }

    private static func open(_ path: String, observer: FolderTree.Observer? = nil) -> NotesService {
        let clock = ManualClock.nineOClock
        return NotesService(
            dao: FolderNoteStore.testing(path, clock: clock, observer: observer), owner: UserID(rawValue: 1),
            clock: clock,
            timeZone: .gmt, sealingCost: .cheap, choice: .folder(path))
    }

    /// What is not as it has to be, seen by a fresh start.
    func problems() async throws -> [String] {
        var problems: [String] = []
        let notes = Self.open(folder)
        let all = try await notes.dao.page(after: 0, limit: .max, owner: UserID(rawValue: 1))
        var kept = ""
        for note in all { for version in try await notes.versions(of: note.id) { kept += version.content + "\n" } }
        let files = try texts()
        let everything = kept + files.values.joined()
        for line in Self.lines + (writes ? [OtherAct.line.trimmingCharacters(in: .newlines)] : [])
        where !everything.contains(line) {
            problems.append("lost: \(line)")
        }
        if refusal == nil, let words = command.words, !everything.contains(words) { problems.append("lost: \(words)") }
        // Each file is a note, and each note outside the trash a file that says its text.
        let active = all.filter { $0.trashedAt == nil && !$0.isProtected }
        if Set(active.map { $0.names.path + ".md" }) != Set(files.keys) {
            problems.append("notes \(active.map(\.names.path)), files \(files.keys.sorted())")
        }
        for note in active where !(files[note.names.path + ".md"] ?? "").contains(note.content) {
            problems.append(
                "\(note.names.path) says \(files[note.names.path + ".md"] ?? "nothing"), not \(note.content)")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/.atrium").filter {
            !$0.hasPrefix("notes.sqlite") && $0 != ".gitignore"
        }
        if !left.isEmpty { problems.append("left: \(left)") }
        if command.name != "purge", !Set(all.map(\.id)).isSuperset(of: [1, 2, 3]) { problems.append("a note is gone") }
        return problems
    }

    /// The first lines of files, which no command here removes for good.
    private static let lines = ["To the sea", "Go on the"]

    func texts() throws -> [String: String] { try Self.texts(in: folder) }

    private static func texts(in folder: String) throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
        where name.hasSuffix(".md") && !name.hasPrefix(".") {
            let data = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
            found[name] = String(decoding: data, as: UTF8.self)
        }
        return found
    }
}
