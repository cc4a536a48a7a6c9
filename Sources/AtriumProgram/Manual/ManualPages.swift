// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import AtriumKit
import AtriumScripts
import AtriumSession
import AtriumShell
import AtriumWorlds

/// The pages of a program’s manual.
enum ManualPages: CaseIterable {
    /// The program and its shell.
    case program
    /// The format of session scripts.
    case sessions

    /// The page’s name: `atrium` or `atrium-session`.
    func name(of program: ProgramIdentity) -> String {
        switch self {
        case .program: program.command
        case .sessions: program.command + "-session"
        }
    }

    /// The section of the manual that it belongs to: programs, or file formats.
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

/// The manual page on session scripts, from the description that `help sessions` shows.
@MainActor
struct SessionManual {
    let program: ProgramIdentity
    let language: Language

    /// The subject of the page in one line.
    var about: String { Strings.manualSessions(name: program.name).string(in: language) }

    /// Adds the description to a page: paragraphs, and indented text as a list of input.
    func write(to page: inout ManualPage) {
        page.section(Strings.manualDescription.string(in: language))
        let lines = SessionScript.description(for: program.command).string(in: language)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (index, block) in lines.split(separator: "").enumerated() {
            let block = block.map(String.init)
            let items = block.compactMap(Self.item)
            if items.count == block.count {
                page.list(items)
            } else if index == 0 {
                page.text(block.joined(separator: "\n"))
            } else {
                page.paragraph(block.joined(separator: "\n"))
            }
        }
        page.section(Strings.manualExamples.string(in: language))
        page.literal(Self.example)
    }

    /// A line of a table: input, blanks, and its meaning.
    private static func item(_ line: String) -> ManualPage.Item? {
        guard let parts = line.wholeMatch(of: #/  (?<typed> {0,2}\S.*?) {2,}(?<meaning>\S.*)/#) else { return nil }
        return .init(.word(String(parts.typed)), text: String(parts.meaning))
    }

    /// A script that passes with any apps.
    static let example = """
        # What is mistyped is answered with what is nearest.
        $ version
          ...
        $ hlep
        ! Unknown command “hlep”. Did you mean “help”?
        ? 2
        """.split(separator: "\n").map(String.init)
}

extension HelpTopic {
    /// The help topic on the format of session scripts.
    static func sessions(of program: ProgramIdentity) -> HelpTopic {
        HelpTopic(
            "sessions", hint: SessionScript.descriptionHint,
            text: SessionScript.description(for: program.command))
    }
}
