/// Names what a note was imported from.
package struct NoteOrigin: Hashable, Sendable {
    /// The same for the same original, in every import.
    package let name: String
    /// How many drafts with the same date and text came before it in its import: two equal notes are two notes.
    package let twins: Int

    package init(name: String, twins: Int = 0) {
        self.name = name
        self.twins = twins
    }

    /// The name with the number of twins.
    var key: String { "\(name)#\(twins)" }
}
