// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Choosing what of a document is copied.
@MainActor
package final class DocumentPicking {
    private let sight: DocumentSight
    private let search: DocumentSearching
    private var picked: Picked?

    private struct Picked {
        let unit: PassageUnit
        let passage: DocumentLayout.Passage
    }

    init(_ sight: DocumentSight, _ search: DocumentSearching) {
        self.sight = sight
        self.search = search
    }

    /// Whether somebody chooses what is copied.
    package var isOn: Bool { picked != nil }

    /// What is chosen, safe to show; nil for nothing.
    package var text: String? { picked.map { Sanitizer.visible($0.passage.text, keepingNewlines: true) } }

    /// The lines that are chosen.
    var lines: Range<Int> { picked?.passage.lines ?? 0..<0 }

    /// Begins with what is looked at, or else with the first that is seen; false where nothing is to be copied.
    package func begin(_ unit: PassageUnit = .block) -> Bool {
        let position = sight.position
        let start =
            picked?.passage.lines.lowerBound ?? search.found?.line.flatMap { position.rows.contains($0) ? $0 : nil }
        guard let passage = sight.layout.passage(from: start ?? position.top, by: 1, unit) else { return isOn }
        pick(passage, unit)
        return true
    }

    /// Chooses what stands before or behind what is chosen.
    package func move(by steps: Int) {
        guard let picked else { return }
        let start = steps < 0 ? lines.lowerBound - 1 : lines.upperBound
        guard let next = sight.layout.passage(from: start, by: steps < 0 ? -1 : 1, picked.unit) else { return }
        pick(next, picked.unit)
    }

    /// Chooses what stands at a line of the panel; false where nothing does.
    package func pick(atLine line: Int) -> Bool {
        guard let unit = picked?.unit, let passage = sight.layout.passage(at: sight.position.top + line, unit) else {
            return false
        }
        picked = Picked(unit: unit, passage: passage)
        return true
    }

    /// Chooses nothing any more; false where nothing was chosen.
    @discardableResult
    package func end() -> Bool {
        defer { picked = nil }
        return isOn
    }

    /// Keeps what is chosen where the document is laid out anew.
    func arrange() {
        if let picked, sight.layout.passage(at: lines.lowerBound, picked.unit) != picked.passage { end() }
    }

    private func pick(_ passage: DocumentLayout.Passage, _ unit: PassageUnit) {
        picked = Picked(unit: unit, passage: passage)
        sight.show(passage.lines)
    }
}
