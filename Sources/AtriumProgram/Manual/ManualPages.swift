// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumShell
import Session
import Worlds

/// The pages of a program’s manual.
enum ManualPages: CaseIterable {
    /// The program and its shell.
    case program
    /// The format of session scripts.
    case sessions

    /// The page’s name: `atrium` and `atrium-session`.
    func name(of program: ProgramIdentity) -> String {
        switch self {
        case .program: program.command
        case .sessions: program.command + "-session"
        }
    }

    /// The part of the manual that it belongs to: programs, or formats of files.
    var section: Int {
        switch self {
        case .program: 1
        case .sessions: 5
        }
    }

    /// The page as mdoc, in a language.
    @MainActor
    func text(of program: ShellProgram, in language: Language, date: CivilTime) throws -> String {
        let identity = program.identity
        func page(about: String) -> ManualPage {
            ManualPage(
                name(of: identity), section: section, about: about, heading: Strings.manualName.string(in: language),
                date: date)
        }
        switch self {
        case .program:
            var page = page(about: identity.summary.string(in: language))
            try ProgramManual(program: program, language: language).write(to: &page)
            return page.text
        case .sessions:
            let manual = SessionManual(program: identity, language: language)
            var page = page(about: manual.about)
            manual.write(to: &page)
            page.section(Strings.manualSeeAlso.string(in: language))
            page.seeAlso([(identity.command, 1)])
            return page.text
        }
    }
}

extension ManualPages: ExpressibleByArgument {
    init?(argument: String) {
        let program = ShellProgram.ofCommandLine.identity
        guard let page = Self.allCases.first(where: { $0.name(of: program) == argument }) else { return nil }
        self = page
    }

    static var allValueStrings: [String] {
        let program = ShellProgram.ofCommandLine.identity
        return allCases.map { $0.name(of: program) }
    }

    var defaultValueDescription: String { name(of: ShellProgram.ofCommandLine.identity) }
}
