// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
public import Session
public import Terminal

/// How a shell talks: what was said on the command line or follows from the terminal.
public struct ShellOptions: Sendable {
    /// How replies are written.
    public enum Rendering: Sendable {
        /// Lines of text.
        case plain
        /// Panels, drawn after each command.
        case screen
        /// A JSON document for each command.
        case json
    }

    /// How replies are written.
    public var rendering: Rendering
    /// How many colours the terminal has.
    public var colors: ColorDepth
    /// Answers every question for a password; nil: ask.
    public var password: Secret?
    /// Whether a person is there to be greeted and asked.
    public var isInteractive: Bool

    /// Whether lines of text are for a screen reader: prompts have no signs, and tables have headings.
    public var isSpoken: Bool

    /// Whether a text is edited by typing its lines anew, up to a dot, and not in the user’s editor.
    public var editsInLines: Bool
    /// The folder of what is being typed, which is the user’s alone; nil: nothing outlives the process.
    public var draftsFolder: String?

    /// What `help` explains beside commands and apps.
    public var topics: [HelpTopic]

    /// Options with these values.
    public init(
        rendering: Rendering = .plain, colors: ColorDepth = .none, password: Secret? = nil, isInteractive: Bool = false,
        isSpoken: Bool = false, editsInLines: Bool = false, draftsFolder: String? = nil, topics: [HelpTopic] = []
    ) {
        self.rendering = rendering
        self.colors = colors
        self.password = password
        self.isInteractive = isInteractive
        self.isSpoken = isSpoken
        self.editsInLines = editsInLines
        self.topics = topics
        self.draftsFolder = draftsFolder
    }
}

/// Whether the program starts with lines of text and no panels: a file in its folder says so, since that has to be known
/// before anybody is logged in.
package struct PlainStart {
    private let path: String?

    /// The choice that is kept in a folder; nil: nothing is kept.
    package init(home: String?) { path = home.map { $0 + "/plain" } }

    /// Whether it was chosen.
    package var isChosen: Bool { path.map { FileStatus($0, followingLinks: false) != nil } ?? false }

    /// Keeps the choice for the next start.
    ///
    /// - Throws: `CommandFault.file`.
    func choose(_ isPlain: Bool) throws(CommandFault) {
        guard let path, isPlain != isChosen else { return }
        do throws(FileFault) {
            if isPlain {
                try DraftFile.write([], to: path, replacing: true, waits: true)
            } else {
                try FilePlace.remove(path)
            }
        } catch { throw .file(path: path, reason: error.reason) }
    }
}
