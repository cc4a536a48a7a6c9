// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The names of notebooks: levels with `/` between them.
package enum NotebookName {
    /// The name without blanks around its levels, without empty levels, and without points before a level: as folders
    /// such levels would lead elsewhere or be hidden, and every store has the same names.
    package static func normal(_ name: String) -> String {
        name.split(whereSeparator: { $0 == "/" || $0.isNewline }).map { level in
            String(level.drop { $0 == "." || $0 == " " || $0 == "\t" }).trimmingCharacters(in: .whitespaces)
        }
        .filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// By what a level is compared with others.
    package static func key(_ level: String) -> String { NameKey.of(level) }
}
