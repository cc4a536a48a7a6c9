// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// `atrium bench` as a process of its own.
struct BenchTests {
    @Test func `it measures everything, and leaves nothing behind`() async throws {
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium(
            "mkdir tmp data; TMPDIR=$PWD/tmp atrium bench --size 200 --rounds 1 --json && ls -A tmp data")
        #expect(outcome.status == 0, "\(outcome.error)")
        let json = try #require(outcome.output.split(separator: "\n").first)
        let document = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
        #expect(document.messages == 200)
        #expect(
            document.figures.map(\.work) == [
                "import", "import-time", "start", "memory", "switch", "frame", "command", "record", "page", "search",
                "rare", "add",
            ])
        for figure in document.figures {
            #expect(figure.samples.count == 1)
            #expect(figure.median ?? -1 >= 0, "\(figure.work)")
        }
        let values = Dictionary(uniqueKeysWithValues: document.figures.map { ($0.work, $0.median ?? 0) })
        #expect(values["memory"] ?? 0 > 1e6)
        #expect(values["start"] ?? 0 > 1e-4)
        #expect(values["frame"] ?? 0 > 100)
        #expect(outcome.output.hasSuffix("}\ndata:\n\ntmp:\n"), "\(outcome.output)")
    }

    @Test func `a table for people, of what was asked for`() async throws {
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium("atrium bench --size 100 --rounds 1 command --lang fr")
        #expect(outcome.status == 0, "\(outcome.error)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("Travail") == true)
        #expect(lines.last?.hasPrefix("Messages\u{A0}: 100\u{202F}; médiane de 1.") == true)
    }

    @Test func `numbers that make no sense are refused`() async throws {
        let atrium = try ProgramUnderTest()
        for options in ["--size 5", "--rounds 0", "nonsense", "--home x"] {
            #expect(try await atrium("atrium bench \(options)").status == 2)
        }
    }

    /// None works on the user’s data.
    @Test(arguments: ["bench", "demo", "record it.session", "test it.session"])
    func `options that name data are neither taken nor shown`(command: String)
        async throws
    {
        let atrium = try ProgramUnderTest()
        let help = try await atrium("atrium \(command) --help").output
        for option in ["--home", "--store", "--user", "--password-file"] {
            #expect(!help.contains(option))
            #expect(try await atrium("atrium \(command) \(option) memory").status == 2)
        }
        #expect(help.contains("--lang"))
    }

    private struct Report: Decodable {
        struct Figure: Decodable {
            let work: String
            let median: Double?
            let samples: [Double]
        }
        let messages: Int
        let figures: [Figure]
    }
}
