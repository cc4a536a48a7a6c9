// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal

/// Completes places, one step at a time: the apps, then the things in them, with ids and titles.
@MainActor
struct RouteCompleter {
    let coordinator: Coordinator

    /// Candidates for the typed part of a place.
    func completions(for word: String) async -> [Completion] {
        let steps = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let (path, last) = (steps.dropLast(), steps.last ?? "")
        let start = path.map { $0 + "/" }.joined()
        // Apps that are not shown yet have their things all the same; without a login none has.
        coordinator.openAll()
        let fitting = coordinator.catalog.flatMap(\.routeSpecs).compactMap { $0.rest(behind: path) }
        var candidates = await path.isEmpty ? placesWithinOpened(last) : []
        var known: Set<String> = []
        for (spec, rest) in fitting {
            guard let next = rest.first, known.insert(next).inserted else { continue }
            if next.hasPrefix(":") {
                // Things within a thing are known of the one that is open.
                guard !spec.hasParameter(in: path.count) || Array(path) == openedPath else { continue }
                candidates += await things(spec.items[String(next.dropFirst())], for: last, in: steps[0]).map {
                    Completion(text: start + $0.text, description: $0.description)
                }
            } else if Folding.of(next).hasPrefix(Folding.of(last)) {
                let goesOn = fitting.contains { $0.rest.count > 1 && $0.rest.first == next }
                let place = fitting.first { $0.rest == [next] }?.spec ?? spec
                candidates.append(
                    Completion(
                        text: start + next + (goesOn ? "/" : ""),
                        description: place.summary.string(in: coordinator.language), appends: goesOn ? nil : " "))
            }
        }
        return candidates
    }

    /// The place of the open thing; `nil` if none is open.
    private var openedPath: [String]? {
        coordinator.currentApp?.place.map { [$0.app.rawValue] + $0.path }
    }

    /// The arguments of `open` without a place, within the open thing: the numbers of its links.
    private func placesWithinOpened(_ word: String) async -> [Completion] {
        guard let path = openedPath else { return [] }
        for (spec, rest) in coordinator.catalog.flatMap(\.routeSpecs).compactMap({ $0.rest(behind: path[...]) }) {
            guard rest.count == 1, let next = rest.first, next.hasPrefix(":") else { continue }
            // Only a number alone is taken for one of them.
            return await things(spec.items[String(next.dropFirst())], for: word, in: path[0]).filter {
                Int($0.text) != nil
            }
        }
        return []
    }

    private func things(_ item: String?, for word: String, in app: String) async -> [Completion] {
        guard let item, let app = coordinator.openApps.first(where: { $0.id.rawValue == app }),
            coordinator.currentApp != nil
        else { return [] }
        return await app.completions(of: item, for: word, language: coordinator.language).filter {
            !$0.text.contains("/")
        }
    }
}

extension RouteSpec {
    /// Whether one of the first steps is a parameter.
    fileprivate func hasParameter(in steps: Int) -> Bool {
        pattern.split(separator: "/").prefix(steps).contains { $0.hasPrefix(":") }
    }

    /// The rest of the pattern behind the steps of a path; `nil` if the path leads elsewhere.
    fileprivate func rest(behind path: ArraySlice<String>) -> (spec: RouteSpec, rest: [String])? {
        let parts = pattern.split(separator: "/").map(String.init)
        guard parts.count > path.count else { return nil }
        let fits = zip(parts, path).allSatisfy { part, step in part.hasPrefix(":") ? !step.isEmpty : part == step }
        return fits ? (self, Array(parts.dropFirst(path.count))) : nil
    }
}
