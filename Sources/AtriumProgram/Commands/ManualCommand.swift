// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AtriumKit
import Foundation
import Processes
import Session
import Terminal
import Worlds

/// `manual`: prints a page of the manual as `man` reads it.
struct ManualCommand: ProgramCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "manual", abstract: Strings.abstractManual.string(in: .ofCommandLine),
            discussion: Strings.discussionManual(program: ShellProgram.ofCommandLine.identity.command).string(
                in: .ofCommandLine))
    }

    @Argument(help: Strings.argumentPage.help)
    var page = ManualPages.program

    @Option(help: Strings.optionLang.help)
    var lang: Language?

    func run(_ gate: OutputGate) async throws -> ExitStatus {
        // What is made from one state of the sources is the same at any time (reproducible-builds.org).
        // A number that is no time of four-digit years means nothing.
        let seconds = ProcessVariables.all["SOURCE_DATE_EPOCH"].flatMap { Int64($0) }
            .flatMap { (0..<253_402_300_800).contains($0) ? $0 : nil }
        let now = seconds.map { Timestamp(milliseconds: $0 * 1000) } ?? SystemClock().now
        let text = try page.text(of: .ofCommandLine, in: lang ?? .ofCommandLine, date: CivilTime(now, in: .gmt))
        gate.write(VisibleText(text, keepingNewlines: true))
        return .success
    }
}
