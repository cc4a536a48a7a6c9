/// The panel with one thing in full, beside the list, below it, or instead of it.
@MainActor
public protocol DetailPanel: ContentPanel {
    /// Whether a thing was opened: where there is room for one panel only, it is this one then.
    var isOpen: Bool { get }
    /// Closes the thing, so that the list is seen again.
    func close()
}
