/// How one app gives way to another on the stage.
public enum Transition: String, Sendable, CaseIterable {
    /// At once.
    case none
    /// The new app comes from the right and pushes the old one out.
    case pushLeft = "push-left"
    /// The new app comes from the left and pushes the old one out.
    case pushRight = "push-right"
    /// The new app covers the old one from below.
    case cover
    /// The old app’s cells give way in a scattered order.
    case dissolve
}
