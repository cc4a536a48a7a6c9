// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
import Terminal

/// What the program is asked to be: the values of the options that all its commands take.
package struct ProgramOptions: Equatable, Sendable {
    /// Where data lives.
    package enum Store: String, CaseIterable, Sendable {
        case sqlite
        case memory
    }

    /// The folder in which everything is kept; nil: the one that the environment names.
    var home: String?
    package var store = Store.sqlite
    /// Who is logged in at the start.
    var user: String?
    /// The file that holds the password.
    var passwordFile: String?
    /// Whether replies are JSON.
    package var json = false
    /// Whether everything is said in lines of text, without a screen.
    var plain = false
    var color = ColorChoice.auto
    /// The language, whatever the environment and the user’s settings say.
    package var lang: Language?

    /// The apps that there are, beside the one that authenticates; nil: all.
    var apps: [String]?

    /// Whether they say whose data are meant, or where they are.
    package var namesData: Bool { home != nil || store != .sqlite || user != nil || passwordFile != nil }
}
