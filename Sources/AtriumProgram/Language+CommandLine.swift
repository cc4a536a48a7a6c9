// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import Foundation
import Processes
public import Session

extension Language {
    /// The language that the command line or the environment asks for, before anything else is known.
    package static let ofCommandLine: Language = {
        let words = CommandLine.arguments
        let chosen =
            words.firstIndex(of: "--lang").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
            ?? words.lazy.compactMap { $0.hasPrefix("--lang=") ? String($0.dropFirst(7)) : nil }.first
        if let language = chosen.flatMap({ Language(rawValue: $0) }) { return language }
        return of(ProcessVariables.all)
    }()
}

extension Language: ExpressibleByArgument {}

extension LocalizedText {
    /// The text as help of the command line.
    package var help: ArgumentHelp { ArgumentHelp(string(in: .ofCommandLine)) }
}
