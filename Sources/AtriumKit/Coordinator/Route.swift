// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
import AtriumTerminal

/// A place in an app that `open` can go to.
///
/// ```swift
/// Route("thread", parameters: number, summary: Strings.routeThread) { model, _, number in …  // thread/:number
/// ```
public struct Route<Model>: Sendable {
    /// The written form of the place.
    public let spec: RouteSpec
    private let opening: @MainActor @Sendable (Model, CommandContext, Arguments) async throws -> Reply

    package init(
        spec: RouteSpec,
        opening: @escaping @MainActor @Sendable (Model, CommandContext, Arguments) async throws -> Reply
    ) {
        self.spec = spec
        self.opening = opening
    }

    /// A place written as a word with the values of parameters behind it; without either it is the app itself.
    ///
    /// - Parameters:
    ///   - word: The first step behind the app’s name; empty for none.
    ///   - parameters: The further steps; those whose values are items of the app can be completed.
    ///   - summary: One line on the place.
    ///   - open: Goes there.
    public init<each Value: Sendable>(
        _ word: String = "", parameters: repeat Parameter<each Value>, summary: LocalizedText,
        open: @escaping @MainActor @Sendable (Model, CommandContext, repeat each Value) async throws -> Reply
    ) {
        var steps = word.isEmpty ? [] : [word]
        var items: [String: String] = [:]
        for parameter in repeat (each parameters).spec {
            steps.append(":" + parameter.name)
            if case .item(let item) = parameter.values { items[parameter.name] = item }
        }
        spec = RouteSpec(steps.concatenated(by: "/"), summary: summary, items: items)
        opening = { model, context, arguments in
            try await open(model, context, repeat try (each parameters).value(in: arguments))
        }
    }

    /// Goes there, with the path’s values for the pattern’s parameters.
    @MainActor
    func open(_ model: Model, _ values: [String: String], _ context: CommandContext) async throws -> Reply {
        try await opening(model, context, Arguments(words: values))
    }
}

/// The written form of a route: words, and parameters that start with a colon.
public struct RouteSpec: Sendable {
    /// Such as `thread/:number`.
    public let pattern: String
    /// One line on the place.
    public let summary: LocalizedText
    /// The kind of the app’s own items for each parameter, for completion.
    public let items: [String: String]

    /// A place of these facts.
    public init(_ pattern: String, summary: LocalizedText, items: [String: String] = [:]) {
        self.pattern = pattern
        self.summary = summary
        self.items = items
    }

    /// The place of the route; `nil` for one with parameters, whose values make the place.
    package var place: Place? { pattern.contains(":") ? nil : Place(pattern) }

    /// The values of the parameters when `path` fits the pattern; `nil` when it does not.
    package func values(in path: [String]) -> [String: String]? {
        let parts = pattern.split(separator: "/")
        guard parts.count == path.count else { return nil }
        var values: [String: String] = [:]
        for (part, word) in zip(parts, path) {
            if part.first == ":" { values[String(part.dropFirst())] = word } else if part != word { return nil }
        }
        return values
    }
}
