// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds regular expressions that a backtracking engine may try for ever.
///
/// `(a+)+b` takes time exponential in the length of a line that does not match. Expressions in which a repeated group
/// itself holds a repetition are refused therefore, harmless ones among them: a script has other ways to say it.
enum RepetitionScanner {
    /// Whether a repeated group of the expression holds a repetition.
    static func isNested(in source: String) -> Bool {
        let characters = Array(source)
        // For each open group: whether it holds a repetition so far.
        var groups = [false]
        var index = 0
        while index < characters.count {
            defer { index += 1 }
            switch characters[index] {
            case "\\":
                index += 1
            case "[":
                index += 1
                if index < characters.count, characters[index] == "^" { index += 1 }
                if index < characters.count, characters[index] == "]" { index += 1 }
                while index < characters.count, characters[index] != "]" {
                    index += characters[index] == "\\" ? 2 : 1
                }
            case "(":
                groups.append(false)
            case ")":
                let repeats = groups.count > 1 ? groups.removeLast() : groups[0]
                if repeats {
                    if index + 1 < characters.count, "*+{".contains(characters[index + 1]) { return true }
                    groups[groups.count - 1] = true
                }
            case "*", "+", "{":
                groups[groups.count - 1] = true
            default:
                break
            }
        }
        return false
    }
}
