// SPDX-License-Identifier: GPL-3.0-or-later

/// What wrote a file of JSON, by the names of what is in it.
enum JSONKind: Hashable {
    /// A note of Google Keep’s.
    case keep
    /// A journal of Day One’s.
    case dayOne
    /// A backup of Standard Notes.
    case standardNotes
    /// Simplenote’s export, beside which it writes each note as a text as well.
    case simplenote
    /// Notes of Atrium’s or jrnl’s.
    case notes

    /// The kind of a file that begins with these bytes; nil for what is none of them.
    init?(_ start: [UInt8]) {
        let text = String(decoding: start, as: UTF8.self)
        guard let first = text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).first, "{[".contains(first) else {
            return nil
        }
        func has(_ names: String...) -> Bool { names.contains { text.contains("\"\($0)\"") } }
        if has("userEditedTimestampUsec", "createdTimestampUsec"), has("isTrashed", "textContent", "listContent") {
            self = .keep
        } else if has("items"), has("content_type") {
            self = .standardNotes
        } else if has("activeNotes", "trashedNotes") {
            self = .simplenote
        } else if has("entries"), has("metadata") || has("uuid") && has("creationDate") {
            self = .dayOne
        } else if has("notes") && has("content") || has("entries") && has("tags") {
            self = .notes
        } else {
            return nil
        }
    }
}
