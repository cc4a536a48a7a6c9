// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import AtriumTerminal

/// The items of an app that a command is for, as the user meant them.
public struct SelectedThings<ID: Hashable & Sendable>: Sendable {
    /// Their ids, each once.
    public let ids: [ID]
    /// Whether the user has not named each of them: then their number is confirmed first.
    private let isAsked: Bool

    /// The items of these ids, without repetitions.
    public init(_ ids: [ID], isAsked: Bool = false) {
        var known: Set<ID> = []
        self.ids = ids.filter { known.insert($0).inserted }
        self.isAsked = isAsked
    }

    /// Asks whether to continue if there are several that the user has not named.
    ///
    /// - Parameters:
    ///   - context: The context of the command.
    ///   - yes: Whether the question was answered already.
    ///   - question: The question for this number of items.
    /// - Throws: As `CommandContext.confirm(_:)`.
    @MainActor
    public func confirm(_ context: CommandContext, _ yes: Bool, _ question: (Int) -> LocalizedText) async throws {
        if isAsked, !yes, ids.count > 1 { try await context.confirm(question(ids.count)) }
    }
}

extension SelectedThings<Int> {
    /// The items of numbers and spans of them, of which the user has not named each.
    ///
    /// - Parameters:
    ///   - spans: The spans.
    ///   - existing: Returns the numbers in a span of several that items have.
    ///   - single: Returns the item of a number that stands alone.
    /// - Throws: The errors of `existing` and `single`.
    @MainActor
    public init(
        _ spans: [ClosedRange<Int>], existing: (ClosedRange<Int>) async throws -> [Int],
        single: (Int) async throws -> Int
    ) async throws {
        var ids: [Int] = []
        for span in spans {
            ids += span.count > 1 ? try await existing(span) : [try await single(span.lowerBound)]
        }
        self.init(ids, isAsked: spans.contains { $0.count > 1 })
    }
}

extension CommandWord {
    /// The spans in the typed text for several items by their numbers, `3 5-7`; `nil` for any other text.
    public static func spans(in typed: String) -> [ClosedRange<Int>]? {
        let words = typed.split(separator: " ")
        let spans = words.compactMap { word -> ClosedRange<Int>? in
            guard WordScanner.isOfNumbers(String(word)) else { return nil }
            let ends = word.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return nil }
            return first...last
        }
        return spans.count == words.count && !spans.isEmpty ? spans : nil
    }

    /// The names in the typed text for several items: between commas, or else words.
    ///
    /// A name in quotation marks may have commas itself: `"Smith, Alice", Bob Jones`.
    public static func names(in typed: String) -> [String] {
        let parts = parts(of: typed)
        if parts.count > 1 { return parts.map(unquoted) }
        var scanner = WordScanner(typed)
        var words: [String] = []
        while case .word(let word, _)? = try? scanner.next() { words.append(word) }
        return words
    }

    /// The parts between commas outside quotation marks; unclosed marks mean nothing.
    private static func parts(of typed: String) -> [Substring] {
        guard typed.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return typed.split(separator: ",") }
        var isQuoted = false
        return typed.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    private static func unquoted(_ part: Substring) -> String {
        let name = part.trimmed(where: \.isWhitespace)
        let isWhole = name.count > 2 && name.first == "\"" && name.last == "\"" && name.count { $0 == "\"" } == 2
        return String(isWhole ? name.dropFirst().dropLast() : name)
    }
}

/// The items that were marked on the screen for a command, however often the command is performed for them.
public struct MarkedThings: Hashable, Sendable {
    /// The marked rows.
    package let ids: [String]
    /// Distinguishes the command from every other one.
    private let serial: Int

    @MainActor private static var count = 0

    /// The marked items of the present task’s command; `nil` if none were marked for it.
    @TaskLocal public static var current: MarkedThings?

    /// The marked items for a command that is about to be performed; `nil` if none are marked.
    @MainActor
    package init?(_ ids: [String]) {
        guard !ids.isEmpty else { return nil }
        Self.count += 1
        (self.ids, serial) = (ids, Self.count)
    }
}
