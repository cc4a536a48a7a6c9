// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// Binds keys to names in Readline, and gives back what they were before.
@MainActor
enum ReadlineKeys {
    private typealias Function = @convention(c) (Int32, Int32) -> Int32

    /// Who hears of a bound key.
    static var onKey: (@MainActor (String) -> Void)?
    private static var actions: [[UInt8]: String] = [:]
    /// What keys did before they were bound, in each of Readline’s maps: emacs, vi’s insertion, vi’s movement.
    private static var before: [[UInt8]: [Function?]] = [:]
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

    /// How often Readline was told of a key so far.
    private(set) static var bindingCount = 0

    /// Binds these keys, and no others any more.
    ///
    /// Readline is told of what changes alone: a keymap that it makes for the start of a key is never given back.
    static func bind(_ keys: [(key: KeySequence, action: String)]) {
        var wanted = [[UInt8]: String](minimumCapacity: keys.count * 2)
        for (key, action) in keys { for bytes in key.sequences { wanted[bytes] = action } }
        // Where Escape closes nothing it stays vi’s.
        let action = keys.first { $0.key == .escape && $0.action != LineEditor.loneEscape.action }?.action
        // Readline’s own meaning of Escape comes back before the keys that begin with it change.
        let changes = actions.keys.filter { wanted[$0] == nil } + wanted.keys.filter { actions[$0] == nil }
        if !changes.isEmpty || action == nil { releaseEscape() }
        for key in changes {
            let functions = before[key] ?? functions(of: key)
            if before[key] == nil { before[key] = functions }
            bind(key, to: wanted[key] == nil ? functions : functions.map { _ in pressKey })
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

    /// What a key does in each map; nil where it does nothing, or is the start of others.
    private static func functions(of key: [UInt8]) -> [Function?] {
        (0..<creadline_map_count()).map { map in
            var kind: Int32 = 0
            let function = key.withUnsafeBytes {
                rl_function_of_keyseq_len(
                    $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, creadline_map(map), &kind)
            }
            return kind == ISFUNC ? function : nil
        }
    }

    private static func bind(_ key: [UInt8], to functions: [Function?]) {
        let notation = KeySequence.notation(of: key)
        for (function, map) in zip(functions, 0..<creadline_map_count()) {
            bindingCount += 1
            rl_bind_keyseq_in_map(notation, function, creadline_map(map))
        }
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
        passed = before[key]?[Int(map)]
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
