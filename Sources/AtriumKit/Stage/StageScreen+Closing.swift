// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// Which keys mean something else than usual now.
struct KeyMode: Hashable {
    /// What lies over the panels and takes keys.
    enum Over: Hashable {
        case nothing
        /// Something that Escape takes away, and that takes no other key for itself.
        case closable
        case sidebar
        case palette
        case candidates(isChosen: Bool)
    }

    let over: Over
    /// Whether a letter closes it too: not while letters are for a line.
    let hasLetter: Bool
}

/// Taking away what lies over the panels: by Escape, or by the letter that closes pagers.
extension StageScreen {
    /// What the letter is bound to.
    static let closingLetter = "close-by-letter"

    /// Which keys mean something else than usual now.
    var keyMode: KeyMode {
        if palette != nil { return KeyMode(over: .palette, hasLetter: false) }
        if let candidates {
            return KeyMode(over: .candidates(isChosen: candidates.selected != nil), hasLetter: false)
        }
        let isFree = input.isAtPrompt && line.text.isEmpty
        if isInSidebar { return KeyMode(over: .sidebar, hasLetter: isFree) }
        if printing.text != nil || hasOpenDrawer { return KeyMode(over: .closable, hasLetter: isFree) }
        // What is read in the place of the list may be there for long: Escape stays Readline’s on a line that is typed.
        let isClosable = isFree && coversList
        return KeyMode(over: isClosable ? .closable : .nothing, hasLetter: isClosable)
    }

    /// How what lies over the panels is closed, for its lower edge.
    var closing: String {
        let language = coordinator.language
        if input.isAsking { return Strings.overlayAsking.string(in: language) }
        return (keyMode.hasLetter ? Strings.overlayClosingLetter : Strings.overlayClosing).string(in: language)
    }

    /// Whether a drawer is drawn out over the panels.
    var hasOpenDrawer: Bool { isDrawerOpen && hasDrawer && coordinator.currentApp != nil }

    /// Whether what is open stands in the place of the list.
    var coversList: Bool {
        guard let detail = coordinator.currentApp?.detail, detail.isOpen else { return false }
        return StageLayout.isPossible(coordinator.size) && layout.list == nil && !hasOpenDrawer
    }

    /// What the letter does: it closes what lies over the panels, and is a letter everywhere else.
    func pressClosingLetter() -> KeyOutcome {
        guard keyMode.hasLetter, case .done = cancel() else { return .type }
        isLetterTaken = true
        return .done
    }

    /// Gives the letter back to a word that makes no sense without it: who reads help and types `quit` means that.
    func giveBackLetter(to line: EditedLine) -> EditedLine {
        guard isLetterTaken, !line.text.isEmpty else { return line }
        let words = firstWords()
        // It may be a word of its own still.
        guard !words.contains(where: { $0.hasPrefix(line.text) }) else { return line }
        isLetterTaken = false
        let letter = KeySequence.closing.name
        guard words.contains(where: { $0.hasPrefix(letter + line.text) }) else { return line }
        keys.putFirst(letter)
        var whole = line
        whole.text = letter + line.text
        whole.cursor += letter.utf8.count
        whole.hint = ""
        return whole
    }
}
