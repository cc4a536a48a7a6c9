// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import CAtriumLinux
import Foundation

/// Measures a built Atrium on generated data, compared with a minimal version of the same work.
///
/// Each round does all work once with Atrium and once with its reference, so that both have the same conditions.
/// The references are `sqlite3`, if it is installed, and expat and SQLite through their C interfaces.
package struct Benchmark: Sendable {
    /// The number of messages in the store.
    package let size: Int
    /// The number of measurements of each kind of work.
    package let rounds: Int
    /// The kinds of work that are measured.
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
    ///   - path: The search path for `sqlite3`: folders separated by colons.
    ///   - hasAccounts: Whether a user must register before any other work.
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

    /// Whether scripted work can be compared with `sqlite3`.
    package var hasReference: Bool { sqlite != nil }

    /// Performs the measurements.
    ///
    /// It blocks while programs run, and needs a thread of its own.
    ///
    /// - Parameter progress: Called with the number of each round that begins, from 1.
    /// - Throws: `BenchmarkFault`, or `FileFault` if a file cannot be written.
    package func run(_ progress: (_ round: Int) -> Void) throws -> [Figure] {
        // On a small machine, waking another processor takes longer than the measured work.
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

    /// Recreates both stores.
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
        // The shorter the work, the more repetitions: else the first run of each part would cost a fifth of the rest.
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
        // A step that does not divide the size selects messages from the whole store.
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

    /// The processor time of one line: that of a script with many, minus that of a script without any.
    private func each(_ lines: [String], after first: String, _ run: (String) throws -> Cost) throws -> Double {
        try write([first], to: "none")
        try write([first] + lines, to: "many")
        let none = try run(file("none"))
        let many = try run(file("many"))
        return max(0, many.processor - none.processor) / Double(lines.count)
    }

    /// The cost up to the first prompt on the screen, and the resident memory at the prompt.
    private func start() throws -> (prompt: Cost, resident: Int) {
        let run = try TerminalRun(program([]))
        try run.wait(for: "❯")
        let result = (run.cost, run.resident)
        run.settle()
        _ = try run.end(typing: "quit")
        return result
    }

    /// The cost of one switch to the other app.
    private func switching() throws -> Cost {
        let run = try TerminalRun(program([]))
        try run.wait(for: "❯")
        run.settle()
        // Both apps’ panels are built before the measurement.
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

    /// A program in a separate environment, which is the same for all.
    private func bare(_ words: [String]) -> MeasuredProgram {
        MeasuredProgram(
            words,
            variables: [
                "HOME": folder, "ATRIUM_HOME": file("home"), "TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
                "TERM": "xterm-256color",
            ], folder: folder)
    }
}

/// The measurements of one kind of work and of its reference, taken in the same minutes.
package struct Figure: Sendable {
    /// The unit of a number.
    package enum Unit: String, Sendable {
        /// Seconds.
        case seconds
        /// Bytes.
        case bytes
    }

    /// The kind of work.
    package let work: Work
    /// The unit of the numbers.
    package var unit: Unit { work.unit }
    /// One number for each round.
    package internal(set) var samples: [Double] = []
    /// The numbers of the reference; empty if there is none.
    package internal(set) var reference: [Double] = []

    package init(_ work: Work, samples: [Double] = [], reference: [Double] = []) {
        self.work = work
        self.samples = samples
        self.reference = reference
    }

    /// The median of the samples; `nil` if there are none.
    package var median: Double? { samples.median }
    package var referenceMedian: Double? { reference.median }
    /// The ratio to the reference; `nil` if there is none.
    package var ratio: Double? {
        guard let median, let referenceMedian, referenceMedian > 0 else { return nil }
        return median / referenceMedian
    }
}

extension [Double] {
    /// The middle element, or the mean of the two in the middle.
    var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

/// A kind of work that is measured.
package enum Work: String, CaseIterable, Sendable {
    /// The import of a backup, with its index: processor time.
    case importing = "import"
    /// The same import: elapsed time from the start of the program to its end, with all processors.
    case importTime = "import-time"
    /// The start of the program up to its first prompt on the screen: elapsed time.
    case start
    /// The memory that it holds at the prompt.
    case memory
    /// A switch to the other app, which is drawn: processor time.
    case switching = "switch"
    /// The bytes that such a switch writes to the terminal.
    case frame
    /// A scripted command that reads nothing: processor time, as for all below.
    case command
    /// One message by its number.
    case record
    /// The newest 50 messages of a conversation.
    case page
    /// The newest messages with a word that half of them contain.
    case search
    /// The messages with a word that few contain.
    case rare
    /// The storing of a note.
    case add

    /// The unit of its numbers.
    package var unit: Figure.Unit { self == .memory || self == .frame ? .bytes : .seconds }

    /// Whether it is measured when the stores are created.
    var isOfImport: Bool { self == .importing || self == .importTime }
}
