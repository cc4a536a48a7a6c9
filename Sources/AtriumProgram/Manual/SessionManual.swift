// SPDX-License-Identifier: GPL-3.0-or-later
import AtriumScripts
import AtriumShell
import Session
import Worlds

/// What the manual says of session scripts, from the description that `help sessions` shows.
@MainActor
struct SessionManual {
    let program: ProgramIdentity
    let language: Language

    /// One line on what the page is about.
    var about: String { Strings.manualSessions(name: program.name).string(in: language) }

    /// Adds the description to a page: paragraphs, and what is indented as a list of what is typed.
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

    /// A line of a table: what is typed, blanks, and what it means.
    private static func item(_ line: String) -> ManualPage.Item? {
        guard let parts = line.wholeMatch(of: #/  (?<typed> {0,2}\S.*?) {2,}(?<meaning>\S.*)/#) else { return nil }
        return .init(.word(String(parts.typed)), text: String(parts.meaning))
    }

    /// A script that passes, whatever the apps are.
    static let example = """
        # What is mistyped is answered with what is nearest.
        $ version
          ...
        $ hlep
        ! Unknown command “hlep”. Did you mean “help”?
        ? 2
        """.split(separator: "\n").map(String.init)
}
