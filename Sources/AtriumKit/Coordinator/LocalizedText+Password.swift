// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

extension LocalizedText {
    /// The question for the password of the user of this name.
    package static func passwordQuestion(for name: String) -> LocalizedText { Strings.promptPasswordOf(name: name) }
}
