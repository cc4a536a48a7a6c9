// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// A letter that is bound to an action, and that a word may begin with.
struct AmbiguousLetter {
    let character: String
    let action: String
    /// What follows it in a word.
    let followers: Set<UInt8>
}

/// Letters that are keys where nothing is typed, and begin words where somebody types.
extension LineEditor {
    /// How long a letter may be the first one of a word.
    ///
    /// Readline waits a little longer for the rest of an ambiguous key (`keyseq-timeout`, 500 ms); fluent typing leaves far
    /// less between letters.
    private static let letterTime = Duration.milliseconds(400)

    /// Waits for what follows a letter before its action is performed.
    func awaitWord(_ character: String?, action: String, followers: Set<UInt8>) {
        guard let character else {
            leavingKey = action
            return
        }
        letter = AmbiguousLetter(character: character, action: action, followers: followers)
        letterWait.start(Self.letterTime) { [weak self] in
            guard let self, activity == .line, !hasInput else { return }
            performLetter()
        }
    }

    /// Reads what follows the letter: it goes on with the word, or is for whoever asks after the action.
    func readBehindLetter() {
        guard let letter, let byte = UInt8(exactly: rl_read_key()) else { return }
        input.putBack([byte])
        guard letter.followers.contains(byte) else { return performLetter() }
        forgetLetter()
        ReadlineLine.insert(letter.character)
        // On a line that has begun letters are no keys.
        showLine()
    }

    /// Whether one of these characters was typed at once with the key whose action is asked for, and stands behind it.
    public func isFollowed(by characters: Set<UInt8>) -> Bool {
        if input.held.isEmpty, activity == .line, hasInput, let byte = input.readByte() { input.putBack([byte]) }
        return input.next.map(characters.contains) ?? false
    }

    /// No letter waits any more.
    func forgetLetter() {
        letterWait.cancel()
        letter = nil
    }

    private func performLetter() {
        guard let letter else { return }
        forgetLetter()
        finishLine(by: letter.action)
    }
}
