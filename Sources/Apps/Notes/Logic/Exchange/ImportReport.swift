/// What came of an import.
package struct ImportReport: Hashable, Sendable {
    /// How many notes are new.
    package var added = 0
    /// How many were there already.
    package var known = 0
    /// How many links by number were left as they are, since what they lead to did not come in too.
    package var strayLinks = 0
    /// What did not become a note, or not wholly.
    package var problems: [ExchangeProblem] = []
}
