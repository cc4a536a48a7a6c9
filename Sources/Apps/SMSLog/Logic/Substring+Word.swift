// SPDX-License-Identifier: GPL-3.0-or-later

extension Substring {
    /// Takes the next word, up to a blank; empty at the end.
    mutating func takeWord() -> Substring {
        let word = drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        self = self[word.endIndex...]
        return word
    }
}
