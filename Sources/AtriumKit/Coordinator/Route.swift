// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// A place in an app that `open` can go to.
public struct Route<Model>: Sendable {
    /// How the place is written.
    public let spec: RouteSpec
    /// Goes there, with the values of the pattern’s parameters.
    public let open: @MainActor @Sendable (Model, [String: String], CommandContext) async throws -> Reply

    /// A place written as `pattern`, such as `thread/:number`; the empty pattern is the app itself.
    ///
    /// - Parameter items: Which of the app’s own things a parameter of the pattern is, by the name that the app’s
    ///   factory knows; a parameter that is not among them cannot be completed.
    public init(
        _ pattern: String, summary: LocalizedText, items: [String: String] = [:],
        open: @escaping @MainActor @Sendable (Model, [String: String], CommandContext) async throws -> Reply
    ) {
        spec = RouteSpec(pattern: pattern, summary: summary, items: items)
        self.open = open
    }
}

/// How a route is written: words, and parameters that start with a colon.
public struct RouteSpec: Sendable {
    /// Such as `thread/:number`.
    public let pattern: String
    /// One line on what is there.
    public let summary: LocalizedText
    /// Which of the app’s own things each parameter is, for completion.
    public let items: [String: String]

    /// Where it leads; nil for one with parameters, whose values make the place.
    var place: Place? { pattern.contains(":") ? nil : Place(pattern) }

    /// The values of the parameters when `path` fits the pattern; nil when it does not.
    func values(in path: [String]) -> [String: String]? {
        let parts = pattern.split(separator: "/")
        guard parts.count == path.count else { return nil }
        var values: [String: String] = [:]
        for (part, word) in zip(parts, path) {
            if part.first == ":" { values[String(part.dropFirst())] = word } else if part != word { return nil }
        }
        return values
    }
}
