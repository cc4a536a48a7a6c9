// SPDX-License-Identifier: GPL-3.0-or-later

extension Language {
    /// The language of a POSIX environment: the first of these variables that is set decides.
    package static func of(_ variables: [String: String]) -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        return locale.flatMap { Language(locale: $0) } ?? .english
    }
}
