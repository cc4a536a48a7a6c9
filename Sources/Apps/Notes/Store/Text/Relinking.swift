/// What a new title asks of the notes with links to the old one.
struct Relinking {
    let old: String
    let new: String

    /// Nil where nothing follows: the title is the same to every link, or the new one cannot stand in a link.
    init?(from old: String, to new: String) {
        guard NameKey.of(old) != NameKey.of(new), !NameKey.of(old).isEmpty, !NameKey.of(new).isEmpty,
            LinkText.canPoint(at: new)
        else { return nil }
        self.old = old
        self.new = new
    }

    /// Which notes have such links.
    var filter: NoteFilter { .linking(.title(old)) }

    /// A text whose links follow.
    func rewritten(_ text: String) -> String { LinkText.renaming(old, to: new, in: text) }
}
