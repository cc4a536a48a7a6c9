// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// Binds keys to names in Readline, and gives back what they were before.
@MainActor
enum ReadlineKeys {
    private typealias Function = @convention(c) (Int32, Int32) -> Int32

    /// Who hears of a bound key.
    static var onKey: (@MainActor (String) -> Void)?
    private static var actions: [[UInt8]: String] = [:]
    private static var before: [Place: Function] = [:]
    /// What a key did that was passed on just now.
    private static var passed: Function?
    /// What Escape alone does, and what it did to vi’s insertion before that, with how long Readline waited after it.
    private static var escape: (action: String, before: Function?, timeout: String)?
    /// How long Escape may be the start of another key: soon over, unless the user’s `~/.inputrc` says how long; nil:
    /// however long.
    static var escapeMilliseconds: Int? {
        if escape != nil { return EscapeKey.milliseconds }
        let timeout = rl_variable_value(timeoutName).flatMap { Int(String(cString: $0)) } ?? standardTimeout
        // What Readline has of itself is half a second, in which Escape would take a letter that is typed after it.
        if timeout == standardTimeout { return EscapeKey.milliseconds }
        return timeout > 0 ? timeout : nil
    }

    /// A key in one of Readline's maps: emacs, vi's insertion, vi's movement.
    private struct Place: Hashable {
        let map: Int32
        let key: [UInt8]
    }

    /// How often Readline was told of a key so far.
    private(set) static var bindingCount = 0

    /// Binds these keys, and no others any more.
    ///
    /// Readline is told of what changes alone: a keymap that it makes for the start of a key is never given back.
    static func bind(_ keys: [(key: KeySequence, action: String)]) {
        var wanted: [[UInt8]: String] = [:]
        for (key, action) in keys { for bytes in key.sequences { wanted[bytes] = action } }
        // Where Escape closes nothing it stays vi’s.
        let action = keys.first { $0.key == .escape && $0.action != LineEditor.loneEscape.action }?.action
        // Readline’s own meaning of Escape comes back before the keys that begin with it change.
        let changes = actions.keys.filter { wanted[$0] == nil } + wanted.keys.filter { actions[$0] == nil }
        if !changes.isEmpty || action == nil { releaseEscape() }
        for key in changes {
            for map in 0..<creadline_map_count() {
                let place = Place(map: map, key: key)
                if wanted[key] == nil { bind(place, to: before[place]) } else { take(place) }
            }
        }
        actions = wanted
        // Last: by now Escape begins other keys in every map.
        if let action { takeEscape(for: action) }
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
    /// Its value where nobody has set it, in milliseconds.
    private static let standardTimeout = 500

    /// Binds Escape alone in vi’s insertion: there, and only there, Readline itself tells it from the start of a key.
    ///
    /// Nothing else goes on while it waits for that, so it may not wait long.
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

    private static func take(_ place: Place) {
        let map = creadline_map(place.map)
        if before[place] == nil {
            var kind: Int32 = 0
            let function = place.key.withUnsafeBytes {
                rl_function_of_keyseq_len($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, map, &kind)
            }
            if kind == ISFUNC { before[place] = function }
        }
        bind(place, to: pressKey)
    }

    private static func bind(_ place: Place, to function: Function?) {
        bindingCount += 1
        rl_bind_keyseq_in_map(KeySequence.notation(of: place.key), function, creadline_map(place.map))
    }

    fileprivate static func press() {
        if let action = actions[pressed] { onKey?(action) }
    }

    /// Has the key that is being read do what it did before it was bound.
    static func passOn() {
        let key = pressed
        guard let last = key.last,
            let map = (0..<creadline_map_count()).first(where: { creadline_map($0) == rl_get_keymap() })
        else { return }
        passed = before[Place(map: map, key: key)]
        _ = passed?(1, Int32(last))
    }

    /// Has Readline know, once the key is read, that it was passed on: what looks through the history goes on from where it
    /// was only behind itself.
    static func didRead() {
        if let passed { creadline_set_last(passed) }
        passed = nil
    }

    private static var pressed: [UInt8] {
        guard let keys = creadline_keys() else { return [] }
        return Array(UnsafeRawBufferPointer(start: keys, count: Int(creadline_key_count())))
    }
}

/// What every bound key calls, on the main thread, from within `rl_callback_read_char`.
private func pressKey(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ReadlineKeys.press() }
    return 0
}

/// What Escape alone calls, on the main thread, from within `rl_callback_read_char`.
private func pressEscape(count: Int32, key: Int32) -> Int32 {
    MainActor.assumeIsolated { ReadlineKeys.pressesEscape() }
    return 0
}
