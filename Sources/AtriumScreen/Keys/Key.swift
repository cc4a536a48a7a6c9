// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal

/// A key that a layer of the screen may take, instead of the line.
enum Key: Hashable {
    case up, down, left, right
    case home, end, pageUp, pageDown
    case tab, backTab
    case enter
    /// Enter with another key: not every terminal distinguishes each of these from Enter alone.
    case otherEnter
    case escape
    /// A character that is for typing otherwise.
    case letter(Character)
    /// A letter with Ctrl.
    case control(Character)
    /// A key of the shell, which the user may change.
    case shell(ShellKey)

    /// A part of a list or of a text to move by.
    enum Motion: Hashable {
        /// A number of rows, negative to move up.
        case rows(Int)
        /// A number of pages, negative to move up.
        case pages(Int)
        case start
        case end
    }

    /// The move that the key means wherever something moves; `nil` if it means none.
    var motion: Motion? {
        switch self {
        case .up, .shell(.selectUp): .rows(-1)
        case .down, .shell(.selectDown): .rows(1)
        case .pageUp, .shell(.pageUp): .pages(-1)
        case .pageDown, .shell(.pageDown): .pages(1)
        case .home: .start
        case .end: .end
        default: nil
        }
    }

    /// Whether the key removes what lies over the panels: Escape, the key of the shell for that, or the letter that
    /// pagers have.
    var closes: Bool { self == .escape || self == .shell(.cancel) || self == Self.closingLetter }

    /// The letter by which pagers end.
    static let closingLetter = Key.letter("q")

    /// The digits, for the links of a document.
    static let digits = "123456789".map { Key.letter($0) }

    /// The character that the key types unless it is bound, for the keys of a user; `nil` if it types none.
    func character(_ preferences: Preferences) -> String? {
        switch self {
        case .letter(let letter): String(letter)
        case .shell(let key) where key.isOfSelection: key.sequence(preferences.key(for: key))?.character
        default: nil
        }
    }

    /// The sequences that terminals send for it; none for a key of the shell, which the user chooses.
    var sequences: [KeySequence] {
        switch self {
        case .tab: [.tab]
        case .enter: [.enter]
        case .escape: [.escape]
        case .otherEnter: ["C-Enter", "M-Enter"].compactMap { KeySequence($0) }
        case .letter(let letter): [KeySequence(typed: String(letter))].compactMap(\.self)
        case .shell: []
        default: [KeySequence(name)].compactMap(\.self)
        }
    }
}

extension Key {
    private static let names: [(key: Key, name: String)] = [
        (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"), (.home, "Home"), (.end, "End"),
        (.pageUp, "PageUp"), (.pageDown, "PageDown"), (.tab, "Tab"), (.backTab, "S-Tab"), (.enter, "Enter"),
        (.otherEnter, "M-Enter"), (.escape, "Esc"),
    ]

    /// The key that is bound under a name; `nil` if there is none.
    init?(name: String) {
        if let key = ShellKey(rawValue: name) {
            self = .shell(key)
        } else if let named = Self.names.first(where: { $0.name == name }) {
            self = named.key
        } else if let letter = name.last, name.count == 1 {
            self = .letter(letter)
        } else if let letter = name.last, name.count == 3, name.hasPrefix("C-") {
            self = .control(letter)
        } else {
            return nil
        }
    }

    /// The name under which it is bound.
    var name: String {
        switch self {
        case .letter(let letter): String(letter)
        case .control(let letter): "C-\(letter)"
        case .shell(let key): key.rawValue
        default: Self.names.first { $0.key == self }?.name ?? ""
        }
    }
}

/// The keys that mean something else than usual now: those of the upper layer that takes any.
struct KeyMap: Hashable {
    /// The keys of that layer.
    var own: [Key] = []
    /// Whether the letters of the user for the selection are keys, and the digits for links.
    var selects = false
    /// Whether the letter that closes is a key, unless it has another meaning.
    var closes = false

    /// Whether letters are keys now.
    var hasLetters: Bool { selects || closes }

    /// Whether a key has a meaning here; those of the shell that are no letters have one everywhere.
    func takes(_ key: Key) -> Bool {
        switch key {
        case .shell(let key): selects || !key.isOfSelection
        case .letter where selects && Key.digits.contains(key): true
        default: own.contains(key) || closes && key == Key.closingLetter
        }
    }

    /// All keys to bind for a user; Readline has all others.
    func bindings(_ preferences: Preferences) -> [(key: KeySequence, action: String)] {
        let letters = selects ? preferences.selectionKeys : []
        // A user who wants every character typed opens no link by a digit.
        let keys = own + (letters.isEmpty ? [] : Key.digits)
        let own = keys.flatMap { key in key.sequences.map { (key: $0, action: key.name) } } + letters
        let names = Set(own.map(\.key.name))
        let closing = closes ? [(key: KeySequence.closing, action: Key.closingLetter.name)] : []
        return preferences.keys.filter { !names.contains($0.key.name) } + own
            + closing.filter { !names.contains($0.key.name) }
    }
}
