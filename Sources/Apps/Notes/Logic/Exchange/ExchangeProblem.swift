/// Something in a file that did not become a note.
package struct ExchangeProblem: Hashable, Sendable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The file cannot be read; the operating system’s error number.
        case unreadable(Int32)
        /// The file is not UTF-8.
        case notUTF8
        /// The file is not what its format says, such as broken JSON.
        case malformed
        /// The front matter is no YAML; the text was taken without it.
        case frontMatter
        /// There is no text.
        case empty
        /// The date is none; the note was taken with the file’s own.
        case badDate(String)
    }

    /// The file, as it was named or below the folder that was.
    package let file: String
    /// The line or the number of the entry, from 1; nil for the file as a whole.
    package let line: Int?
    /// What is wrong.
    package let reason: Reason
}
