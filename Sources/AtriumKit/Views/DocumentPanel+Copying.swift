// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Choosing what of a document is copied.
extension DocumentPanel {
    /// Whether somebody chooses what is copied.
    package var isPicking: Bool { picked != nil }

    /// What is chosen, safe to show; nil for nothing.
    package var pickedText: String? { picked.map { Sanitizer.visible($0.passage.text, keepingNewlines: true) } }

    /// All of the document, as its app has it, or else as it is shown; safe to show.
    package func wholeText(in context: ViewContext) -> String? {
        guard let source = source() else { return nil }
        let text = source.wholeText() ?? source.view(in: context).parts.joined().plainText
        return Sanitizer.visible(text, keepingNewlines: true)
    }

    /// Begins with what is looked at, or else with the first that is seen; false where nothing is to be copied.
    package func beginPicking(_ unit: PassageUnit = .block) -> Bool {
        let start = picked?.passage.lines.lowerBound ?? search?.line.flatMap { position.rows.contains($0) ? $0 : nil }
        guard let passage = layout.passage(from: start ?? position.top, by: 1, unit) else { return isPicking }
        picked = Picked(unit: unit, passage: passage)
        showPicked()
        return true
    }

    /// Chooses what stands before or behind what is chosen.
    package func movePicked(by steps: Int) {
        guard let picked else { return }
        let lines = picked.passage.lines
        let start = steps < 0 ? lines.lowerBound - 1 : lines.upperBound
        guard let next = layout.passage(from: start, by: steps < 0 ? -1 : 1, picked.unit) else { return }
        self.picked = Picked(unit: picked.unit, passage: next)
        showPicked()
    }

    /// Chooses what stands at a line of the panel; false where nothing does.
    package func pick(atLine line: Int) -> Bool {
        guard let picked, let passage = layout.passage(at: position.top + line, picked.unit) else { return false }
        self.picked = Picked(unit: picked.unit, passage: passage)
        return true
    }

    /// Chooses nothing any more; false where nothing was chosen.
    @discardableResult
    package func endPicking() -> Bool {
        defer { picked = nil }
        return picked != nil
    }

    /// Keeps what is chosen where the document is laid out anew.
    func arrangePicked() {
        guard let picked, layout.passage(at: picked.passage.lines.lowerBound, picked.unit) != picked.passage else {
            return
        }
        self.picked = nil
    }

    private func showPicked() {
        guard let lines = picked?.passage.lines else { return }
        if lines.upperBound > position.top + position.visible {
            position.scroll(by: lines.upperBound - position.visible - position.top)
        }
        if lines.lowerBound < position.top { position.scroll(by: lines.lowerBound - position.top) }
    }
}
