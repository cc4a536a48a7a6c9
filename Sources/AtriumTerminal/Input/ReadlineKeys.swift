// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline

/// Binds keys to names in Readline, and gives back what they were before.
@MainActor
enum ReadlineKeys {
    private typealias Function = @convention(c) (Int32, Int32) -> Int32

    /// Called for a bound key.
    static var onKey: (@MainActor (String) -> Void)?
    /// The actions of keys, and of Escape alone.
    private static var wanted: (actions: [[UInt8]: String], escape: String?) = ([:], nil)
    private static var emacs = Binding(maps: 0..<1)
    private static var vi = Binding(maps: 1..<3)
    /// The function of a key that was passed on just now.
    private static var passed: Function?
    /// The action of Escape alone, its earlier function in vi’s insertion, and the time that Readline waited after it.
    private static var escape: (action: String, before: Function?, timeout: String)?
    /// The time in which Escape may be the start of another key: short, unless the user’s `~/.inputrc` sets it; `nil`:
    /// without end.
    static var escapeMilliseconds: Int? {
        if escape != nil { return EscapeKey.milliseconds }
        let timeout = rl_variable_value(timeoutName).flatMap { Int(String(cString: $0)) } ?? standardTimeout
        // Readline’s default is half a second, in which Escape would take a letter that is typed after it.
        if timeout == standardTimeout { return EscapeKey.milliseconds }
        return timeout > 0 ? timeout : nil
    }

    /// The bytes of the key whose function runs, or of which Readline has read the first ones.
    static var running: [UInt8] { Array(String(cString: creadline_key()).utf8) }

    /// The number of changes to Readline’s bindings so far.
    private(set) static var bindingCount = 0

    /// The keys of one way of editing, which are bound when it is first used: hardly any user uses both.
    private struct Binding {
        /// Readline’s maps for it: that of emacs; those of vi’s insertion and of its movement.
        let maps: Range<Int32>
        /// The keys that are bound.
        var keys: Set<[UInt8]> = []
        /// Their earlier functions, in each map.
        var before: [[UInt8]: [Function?]] = [:]
    }

    /// Binds these keys, and unbinds all others.
    ///
    /// Readline gets only the changes: it never frees a keymap that it makes for the start of a key.
    static func bind(_ keys: [(key: KeySequence, action: String)]) {
        var actions = [[UInt8]: String](minimumCapacity: keys.count * 2)
        for (key, action) in keys { for bytes in key.sequences { actions[bytes] = action } }
        // Where Escape closes nothing it stays vi’s.
        let escape = keys.first { $0.key == .escape && $0.action != LineEditor.loneEscape.action }?.action
        wanted = (actions, escape)
        bindInUse()
    }

    /// Whether lines were edited in vi’s way when keys were bound last.
    private static var wasVi = false
    private static var isVi: Bool { creadline_is_vi() != 0 }
    /// The present way of editing.
    private static var inUse: Binding {
        get { isVi ? vi : emacs }
        set { if isVi { vi = newValue } else { emacs = newValue } }
    }

    private static func bindInUse() {
        var bound = inUse
        // Readline’s own meaning of Escape comes back before the keys that begin with it change.
        let changes =
            bound.keys.filter { wanted.actions[$0] == nil }
            + wanted.actions.keys.filter { !bound.keys.contains($0) }
        if !changes.isEmpty || wanted.escape == nil { releaseEscape() }
        for key in changes {
            let functions = bound.before[key] ?? functions(of: key, in: bound.maps)
            bound.before[key] = functions
            bind(key, to: wanted.actions[key] == nil ? functions : functions.map { _ in pressKey }, in: bound.maps)
        }
        bound.keys = Set(wanted.actions.keys)
        (inUse, wasVi) = (bound, isVi)
        // Last: by now Escape begins other keys in every map in use.
        if let action = wanted.escape { takeEscape(for: action) }
    }

    /// Whether bytes are a key that means something now: one of ours, or one of Readline’s and `~/.inputrc`.
    static func isKey(_ bytes: [UInt8]) -> Bool {
        var kind: Int32 = 0
        let function = bytes.withUnsafeBytes {
            rl_function_of_keyseq_len(
                $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, rl_get_keymap(), &kind)
        }
        return function != nil && kind != ISKMAP
    }

    private static let timeoutName = "keyseq-timeout"
    /// Its default value, in milliseconds.
    private static let standardTimeout = 500

    /// Binds Escape alone in vi’s insertion: only there Readline itself distinguishes it from the start of a key.
    ///
    /// Nothing else runs while it waits for that, so it may not wait long.
    private static func takeEscape(for action: String) {
        guard escape == nil else {
            escape?.action = action
            return
        }
        let timeout = rl_variable_value(timeoutName).map { String(cString: $0) } ?? "500"
        escape = (action, creadline_vi_escape(), timeout)
        creadline_set_vi_escape(pressEscape)
        rl_variable_bind(timeoutName, String(EscapeKey.milliseconds))
    }

    private static func releaseEscape() {
        guard let old = escape else { return }
        escape = nil
        creadline_set_vi_escape(old.before)
        rl_variable_bind(timeoutName, old.timeout)
    }

    fileprivate static func pressesEscape() {
        if let escape { onKey?(escape.action) }
    }

    /// The functions of a key in each map; `nil` if it does nothing, or is the start of others.
    private static func functions(of key: [UInt8], in maps: Range<Int32>) -> [Function?] {
        maps.map { map in
            var kind: Int32 = 0
            let function = key.withUnsafeBytes {
                rl_function_of_keyseq_len(
                    $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, creadline_map(map), &kind)
            }
            return kind == ISFUNC ? function : nil
        }
    }

    private static func bind(_ key: [UInt8], to functions: [Function?], in maps: Range<Int32>) {
        let notation = KeySequence.notation(of: key)
        for (function, map) in zip(functions, maps) {
            bindingCount += 1
            rl_bind_keyseq_in_map(notation, function, creadline_map(map))
        }
    }

    fileprivate static func press() {
        if let action = wanted.actions[pressed] { onKey?(action) }
    }

    /// Makes the key that is being read do what it did before it was bound.
    static func passOn() {
        let key = pressed
        guard let last = key.last,
            let map = inUse.maps.first(where: { creadline_map($0) == rl_get_keymap() })
        else { return }
        passed = inUse.before[key]?[Int(map - inUse.maps.lowerBound)]
        _ = passed?(1, Int32(last))
    }

    /// Informs Readline, after the key is read, that it was passed on, and binds keys if Readline has changed to the
    /// other way of editing.
    ///
    /// A history search continues from its place only directly after another one.
    static func didRead() {
        if let passed { creadline_set_last(passed) }
        passed = nil
        if wasVi != isVi { bindInUse() }
    }

    private static var pressed: [UInt8] {
        guard let keys = creadline_keys() else { return [] }
        return Array(UnsafeRawBufferPointer(start: keys, count: Int(creadline_key_count())))
    }
}

/// The function that every bound key calls, on the main thread, from within `rl_callback_read_char`.
private func pressKey(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ReadlineKeys.press() }
    return 0
}

/// The function that Escape alone calls, on the main thread, from within `rl_callback_read_char`.
private func pressEscape(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ReadlineKeys.pressesEscape() }
    return 0
}

/// The keys that move over a character or erase it, which take an emoji as the one picture that the user sees: Readline
/// takes one of its characters, and of emoji newer than the system’s tables also what stands beside them.
@MainActor
enum ClusterKeys {
    private static let erasing = ["\u{7F}", "\u{08}"]
    private static let deleting = ["\u{1B}[3~"]
    private static let back = ["\u{02}", "\u{1B}[D", "\u{1B}OD"]
    private static let forward = ["\u{06}", "\u{1B}[C", "\u{1B}OC"]

    /// Makes the keys of Readline take such a picture as well; call it after Readline has set the terminal, which binds
    /// the keys anew.
    static func bind() {
        for map in Int32(0)..<2 {
            for key in erasing { creadline_replace(map, key, rl_rubout, eraseBefore) }
            for key in deleting { creadline_replace(map, key, rl_delete, pressDelete) }
            for key in back { creadline_replace(map, key, rl_backward_char, pressBack) }
            for key in forward { creadline_replace(map, key, rl_forward_char, pressForward) }
        }
    }

    /// The picture before a place in a text, or around it; `nil` if there is none.
    nonisolated static func picture(before place: Int, in text: String) -> Range<Int>? {
        var start = 0
        for character in text where start < place {
            let end = start + character.utf8.count
            if end >= place { return isPicture(character) ? start..<end : nil }
            start = end
        }
        return nil
    }

    /// The picture behind a place in a text, or around it, or the character before a picture, with which Readline takes the
    /// picture; `nil` if there is none.
    nonisolated static func picture(behind place: Int, in text: String) -> Range<Int>? {
        var start = 0
        for index in text.indices {
            let end = start + text[index].utf8.count
            if end > place {
                let next = text.index(after: index)
                let isTaken = isPicture(text[index]) || next < text.endIndex && isPicture(text[next])
                return isTaken ? start..<end : nil
            }
            start = end
        }
        return nil
    }

    private nonisolated static func isPicture(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.value > 0xFF && $0.properties.isEmoji || $0.value == 0xFE0F }
    }

    fileprivate static func erase(_ count: Int32, _ key: Int32) -> Int32 {
        guard count == 1, let picture = picture(before: ReadlineLine.cursor, in: ReadlineLine.text) else {
            return rl_rubout(count, key)
        }
        return delete(picture)
    }

    fileprivate static func eraseBehind(_ count: Int32, _ key: Int32) -> Int32 {
        guard count == 1, let picture = picture(behind: ReadlineLine.cursor, in: ReadlineLine.text) else {
            return rl_delete(count, key)
        }
        return delete(picture)
    }

    private static func delete(_ picture: Range<Int>) -> Int32 {
        rl_delete_text(Int32(picture.lowerBound), Int32(picture.upperBound))
        ReadlineLine.cursor = picture.lowerBound
        return 0
    }

    fileprivate static func moveBack(_ count: Int32, _ key: Int32) -> Int32 {
        guard count == 1, let picture = picture(before: ReadlineLine.cursor, in: ReadlineLine.text) else {
            return rl_backward_char(count, key)
        }
        ReadlineLine.cursor = picture.lowerBound
        return 0
    }

    static func moveForward(_ count: Int32, _ key: Int32) -> Int32 {
        guard count == 1, let picture = picture(behind: ReadlineLine.cursor, in: ReadlineLine.text) else {
            return rl_forward_char(count, key)
        }
        ReadlineLine.cursor = picture.upperBound
        return 0
    }
}

/// The function that the keys call, on the main thread, from within `rl_callback_read_char`.
private func eraseBefore(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ClusterKeys.erase(count, key) }
}

private func pressDelete(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ClusterKeys.eraseBehind(count, key) }
}

private func pressBack(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ClusterKeys.moveBack(count, key) }
}

private func pressForward(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ClusterKeys.moveForward(count, key) }
}
