import Session

/// Something of an app that each user can `set`.
///
/// The app finds what was set in the `settings` of the session, at first and with each change of it.
public struct AppSetting: Sendable {
    /// What a user types: the app’s name, a dot, and what is set.
    public let name: String
    /// What holds while nothing was set.
    public let initial: String
    /// One line on what it does.
    public let summary: LocalizedText
    /// What is kept for what was typed; throws for what cannot be set.
    public let read: @Sendable (_ typed: String, _ world: World) throws -> String

    /// A setting of these parts.
    public init(
        _ name: String, initial: String, summary: LocalizedText,
        read: @escaping @Sendable (_ typed: String, _ world: World) throws -> String
    ) {
        self.name = name
        self.initial = initial
        self.summary = summary
        self.read = read
    }
}
