// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AtriumKit
import AtriumShell
import Session

/// The pages of the manual.
enum ManualPages: String, CaseIterable, ExpressibleByArgument {
    /// The program and its shell.
    case atrium
    /// The format of session scripts.
    case sessions = "atrium-session"

    /// The part of the manual that it belongs to: programs, or formats of files.
    var section: Int {
        switch self {
        case .atrium: 1
        case .sessions: 5
        }
    }

    /// The page as mdoc, in a language.
    @MainActor
    func text(in language: Language, date: CivilTime) throws -> String {
        func page(about: String) -> ManualPage {
            ManualPage(
                rawValue, section: section, about: about, heading: Strings.manualName.string(in: language), date: date)
        }
        switch self {
        case .atrium:
            var page = page(about: Strings.abstract.string(in: language))
            try ProgramManual(language: language).write(to: &page)
            return page.text
        case .sessions:
            let manual = SessionManual(language: language)
            var page = page(about: manual.about)
            manual.write(to: &page)
            page.section(Strings.manualSeeAlso.string(in: language))
            page.seeAlso([("atrium", 1)])
            return page.text
        }
    }
}
