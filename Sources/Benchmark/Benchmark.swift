// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Files
import Foundation

/// Measures a built Atrium on made-up data, side by side with the bare minimum of the same work.
///
/// Each round does every kind of work once with Atrium and once with its reference, so that both meet the same machine.
/// The references are `sqlite3`, where it is installed, and expat and SQLite through their C interfaces.
package struct Benchmark: Sendable {
    /// How many messages the store has.
    package let size: Int
    /// How often everything is measured.
    package let rounds: Int
    /// What is measured.
    package let works: [Work]

    private let atrium: String
    private let folder: String
    private let sqlite: String?
    private let hasAccounts: Bool

    private static let user = "ana"
    private static let switches = 20
    private static let password = "quiet herons ferry old bells"

    /// A benchmark of a program.
    ///
    /// - Parameters:
    ///   - atrium: The program’s path.
    ///   - folder: An empty folder of its own.
    ///   - path: Where `sqlite3` is looked for: folders with colons between them.
    ///   - hasAccounts: Whether somebody has to register before anything can be done.
    package init(
        of atrium: String, in folder: String, size: Int, rounds: Int, works: [Work], path: String, hasAccounts: Bool
    ) {
        self.atrium = atrium
        self.folder = folder
        self.size = size
        self.rounds = rounds
        self.works = works
        self.hasAccounts = hasAccounts
        sqlite = path.split(separator: ":").map { "\($0)/sqlite3" }.first { FilePlace.isExecutable($0) }
    }

    /// Whether scripted work can be held against `sqlite3`.
    package var hasReference: Bool { sqlite != nil }

    /// Measures.
    ///
    /// It waits for programs, and belongs on a thread of its own.
    ///
    /// - Parameter progress: Hears which round begins, from 1 on.
    /// - Throws: `BenchmarkFault`, and `FileFault` where a file cannot be written.
    package func run(_ progress: (_ round: Int) -> Void) throws -> [Figure] {
        // On a small machine, waking another processor takes longer than what is measured.
        clinux_stay_on_one_processor()
        var figures = Dictionary(uniqueKeysWithValues: works.map { ($0, Figure($0)) })
        let backup = SampleBackup(size: size)
        try backup.write(to: file("backup.xml"))
        try write([Self.password], to: "password")
        for round in 1...rounds {
            progress(round)
            if round == 1 || !works.filter(\.isOfImport).isEmpty {
                try fill(&figures)
            }
            for work in works where !work.isOfImport {
                try measure(work, backup, &figures)
            }
        }
        return works.compactMap { figures[$0] }
    }

    /// Makes both stores anew.
    private func fill(_ figures: inout [Work: Figure]) throws {
        for name in ["home", "reference.sqlite", "reference.sqlite-wal", "reference.sqlite-shm"] {
            Folder.discard(file(name))
        }
        // An import reads and stores at once.
        clinux_use_all_processors()
        defer { clinux_stay_on_one_processor() }
        let reference = try ReferenceStore.make(at: file("reference.sqlite"), from: file("backup.xml"))
        try write(["register \(Self.user)", "login \(Self.user) --keep"], to: "register")
        try write(["transition none"], to: "transition")
        try write(["switch sms", "import backup.xml"], to: "import")
        let login = program(hasAccounts ? ["--password-file", "password"] : [])
        if hasAccounts { _ = try login.run(reading: file("register")) }
        let none = try login.run(reading: file("transition"))
        let cost = try login.run(reading: file("import"))
        figures[.importing]?.samples.append(cost.processor - none.processor)
        figures[.importing]?.reference.append(reference.processor)
        figures[.importTime]?.samples.append(cost.elapsed)
        figures[.importTime]?.reference.append(reference.elapsed)
    }

    private func measure(_ work: Work, _ backup: SampleBackup, _ figures: inout [Work: Figure]) throws {
        switch work {
        case .importing, .importTime: break
        case .start, .memory:
            let (prompt, resident) = try start()
            figures[work]?.samples.append(work == .start ? prompt.elapsed : Double(resident))
            if let sqlite {
                let run = try TerminalRun(bare([sqlite, file("reference.sqlite")]))
                try run.wait(for: "sqlite> ")
                figures[work]?.reference.append(work == .start ? run.cost.elapsed : Double(run.resident))
                _ = try run.end(typing: ".quit")
            }
        case .switching, .frame:
            let cost = try switching()
            figures[work]?.samples.append(work == .switching ? cost.processor : Double(cost.written))
        case .command, .record, .page, .search, .rare, .add:
            let lines = scripted(work, backup)
            figures[work]?.samples.append(
                try each(lines.atrium, after: lines.app) { try program(["--plain"]).run(reading: $0) })
            if let sqlite {
                figures[work]?.reference.append(
                    try each(lines.sqlite, after: "PRAGMA synchronous = FULL;") {
                        try bare([sqlite, "-batch", file("reference.sqlite")]).run(reading: $0)
                    })
            }
        }
    }

    /// The lines of a kind of work, the same number for both.
    private func scripted(_ work: Work, _ backup: SampleBackup) -> (app: String, atrium: [String], sqlite: [String]) {
        // The shorter the work, the more of it: the first time of each part would be a fifth of the rest.
        let count =
            switch work {
            case .command: 20_000
            case .record, .page: 2_000
            default: 200
            }
        let newest = "SELECT id, date, type, body FROM sms"
        func both(_ app: String, _ atrium: (Int) -> String, _ sqlite: (Int) -> String)
            -> (app: String, atrium: [String], sqlite: [String])
        {
            (app, (1...count).map(atrium), (1...count).map(sqlite))
        }
        func found(_ word: String) -> (app: String, atrium: [String], sqlite: [String]) {
            both("switch sms", { _ in "find \(word)" }) { _ in
                "SELECT m.id, m.date, m.type, m.body FROM sms_text f JOIN sms m ON m.id = f.rowid "
                    + "WHERE sms_text MATCH '\(word)' ORDER BY f.rowid DESC LIMIT 50;"
            }
        }
        // A step that is no divisor of the size: messages from everywhere.
        func id(_ number: Int) -> Int { number * 7919 % size + 1 }
        switch work {
        case .record: return both("switch sms", { "show \(id($0))" }) { "SELECT * FROM sms WHERE id = \(id($0));" }
        case .page:
            return both("switch sms", { _ in "thread \(backup.address) --limit 50" }) { _ in
                "\(newest) WHERE phone = '\(backup.address)' ORDER BY date DESC LIMIT 50;"
            }
        case .search: return found(backup.commonWord)
        case .rare: return found(backup.rareWord)
        case .add:
            return both("switch notes", { "add A note of no great length, number \($0)" }) {
                "INSERT INTO sms(phone, body) VALUES('', 'A note of no great length, number \($0)');"
            }
        default: return both("switch notes", { _ in hasAccounts ? "whoami" : "version" }) { _ in "SELECT 1;" }
        }
    }

    /// What one line costs on the processors: a script of many, less one of none.
    private func each(_ lines: [String], after first: String, _ run: (String) throws -> Cost) throws -> Double {
        try write([first], to: "none")
        try write([first] + lines, to: "many")
        let none = try run(file("none"))
        let many = try run(file("many"))
        return max(0, many.processor - none.processor) / Double(lines.count)
    }

    /// What it takes to the first prompt on the screen, and what is resident there.
    private func start() throws -> (prompt: Cost, resident: Int) {
        let run = try TerminalRun(program([]))
        try run.wait(for: "❯")
        let result = (run.cost, run.resident)
        run.settle()
        _ = try run.end(typing: "quit")
        return result
    }

    /// What one switch to the other app costs.
    private func switching() throws -> Cost {
        let run = try TerminalRun(program([]))
        try run.wait(for: "❯")
        run.settle()
        // Both apps’ panels are built before.
        for app in ["sms", "notes"] { try go(to: app, in: run) }
        let before = run.cost
        for number in 1...Self.switches { try go(to: number % 2 == 1 ? "sms" : "notes", in: run) }
        let after = run.cost
        _ = try run.end(typing: "quit")
        let count = Double(Self.switches)
        return Cost(
            processor: (after.processor - before.processor) / count, elapsed: 0,
            written: (after.written - before.written) / Self.switches)
    }

    private func go(to app: String, in run: TerminalRun) throws {
        run.type("switch \(app)")
        try run.answer()
    }
}

extension Benchmark {
    private func file(_ name: String) -> String { folder + "/" + name }

    private func write(_ lines: [String], to name: String) throws {
        let draft = try DraftFile(for: file(name), replacing: true)
        try draft.write(Array((lines.joined(separator: "\n") + "\n").utf8))
        try draft.finish(waits: false)
    }

    private func program(_ arguments: [String]) -> MeasuredProgram { bare([atrium] + arguments) }

    /// A program in an environment of its own, which is the same for all.
    private func bare(_ words: [String]) -> MeasuredProgram {
        MeasuredProgram(
            words,
            variables: [
                "HOME": folder, "ATRIUM_HOME": file("home"), "TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
                "TERM": "xterm-256color",
            ], folder: folder)
    }
}

/// What was measured of one kind of work, beside what the bare minimum of it costs in the same minutes.
package struct Figure: Sendable {
    /// What a number counts.
    package enum Unit: String, Sendable {
        /// Seconds.
        case seconds
        /// Bytes.
        case bytes
    }

    /// The kind of work.
    package let work: Work
    /// What the numbers count.
    package var unit: Unit { work.unit }
    /// One number for each round.
    package internal(set) var samples: [Double] = []
    /// The same of what it is held against; empty where there is nothing.
    package internal(set) var reference: [Double] = []

    package init(_ work: Work, samples: [Double] = [], reference: [Double] = []) {
        self.work = work
        self.samples = samples
        self.reference = reference
    }

    /// The middle one of the samples; nil where there are none.
    package var median: Double? { samples.median }
    /// The middle one of what it is held against.
    package var referenceMedian: Double? { reference.median }
    /// How many times the reference it is; nil where there is none.
    package var ratio: Double? {
        guard let median, let referenceMedian, referenceMedian > 0 else { return nil }
        return median / referenceMedian
    }
}

extension [Double] {
    /// The middle one, or the mean of the two in the middle.
    var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

/// A kind of work that is measured.
package enum Work: String, CaseIterable, Sendable {
    /// A backup is imported, with its index: time on the processors.
    case importing = "import"
    /// The same: the time that passes from the start of the program to its end, with all processors.
    case importTime = "import-time"
    /// From the start of the program to its first prompt on the screen: the time that passes.
    case start
    /// What it holds at the prompt.
    case memory
    /// The other app is switched to and drawn: time on the processors.
    case switching = "switch"
    /// What such a switch writes to the terminal.
    case frame
    /// A scripted command that reads nothing: time on the processors, as for all below.
    case command
    /// One message by its number.
    case record
    /// The newest 50 messages of a conversation.
    case page
    /// The newest messages with a word that is in half of them.
    case search
    /// The messages with a word that few have.
    case rare
    /// A note is stored.
    case add

    /// What its numbers count.
    package var unit: Figure.Unit { self == .memory || self == .frame ? .bytes : .seconds }

    /// Whether it is measured where the stores are made.
    var isOfImport: Bool { self == .importing || self == .importTime }
}
