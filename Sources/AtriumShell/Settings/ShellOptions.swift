// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
public import AtriumSession
public import AtriumTerminal

/// The options of a shell: from the command line or from the terminal.
public struct ShellOptions: Sendable {
    /// The form of replies.
    public enum Rendering: Sendable {
        /// Lines of text.
        case plain
        /// Panels, drawn after each command.
        case screen
        /// A JSON document for each command.
        case json
    }

    /// The form of replies.
    public var rendering: Rendering
    /// The number of colours of the terminal.
    public var colors: ColorDepth
    /// Answers every question for a password; `nil`: ask.
    public var password: Secret?
    /// Answers every question for a new password; `nil`: `password` does.
    public var newPassword: Secret?
    /// Whether there is a person to greet and ask.
    public var isInteractive: Bool

    /// Whether lines of text are for a screen reader: prompts have no signs, and tables have headings.
    public var isSpoken: Bool

    /// Whether a text is edited by typing its lines anew, up to a dot, and not in the user’s editor.
    public var editsInLines: Bool
    /// The folder of unfinished input, which is the user’s alone; `nil`: nothing outlives the process.
    public var draftsFolder: String?

    /// The topics of `help` beside commands and apps.
    public var topics: [HelpTopic]

    /// The settings for users who have made none.
    public var configuration: ShellConfiguration

    /// Options with these values.
    public init(
        rendering: Rendering = .plain, colors: ColorDepth = .none, password: Secret? = nil, newPassword: Secret? = nil,
        isInteractive: Bool = false, isSpoken: Bool = false, editsInLines: Bool = false, draftsFolder: String? = nil,
        topics: [HelpTopic] = [],
        configuration: ShellConfiguration = .none
    ) {
        self.rendering = rendering
        self.colors = colors
        self.password = password
        self.newPassword = newPassword
        self.isInteractive = isInteractive
        self.isSpoken = isSpoken
        self.editsInLines = editsInLines
        self.topics = topics
        self.configuration = configuration
        self.draftsFolder = draftsFolder
    }
}

/// Whether the program starts with lines of text and no panels: a file in its folder says so, since that is needed
/// before a login.
package struct PlainStart {
    private let path: String?

    /// The choice in a folder; `nil`: nothing is kept.
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
