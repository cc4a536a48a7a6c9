// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumReadline
import Dispatch
import Glibc

/// Reads keys, and reports the typed text.
extension LineEditor {
    /// Reads keys as long as the activity lasts.
    func listen() {
        let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
        source.setEventHandler { [weak self] in self?.readKeys() }
        source.activate()
        self.source = source
        // Bytes that were already read are for this line.
        guard input.hasRead else { return }
        DispatchQueue.main.async { [weak self] in
            guard let self, input.hasRead else { return }
            readKeys()
        }
    }

    func readKeys() {
        guard !input.isHungUp else { return hangUp() }
        onActivity?()
        // A paste is many keys: taking all that are there costs one turn of the queue instead of one for each.
        repeat {
            switch activity {
            case .idle:
                return
            case .line:
                if !input.held.isEmpty {
                    takeHeldKeys()
                } else if let begun {
                    readBegun(begun)
                } else if isInsideKey {
                    readNext()
                } else if readBehindEscape() {
                    break
                } else if creadline_is_after_escape() == 0 {
                    readKeyOrReport()
                } else {
                    readKey()
                }
                creadline_flush_output()
                endByKey()
            case .secret:
                if let result = secrets.read(line: count) {
                    finish(result, sign: "\n")
                } else if onSecret != nil {
                    showSecretRemark()
                }
            }
        } while isEditing && (!input.held.isEmpty || hasInput)
        didReadKeys()
    }

    private func didReadKeys() {
        // The answer begins as a key does, and may come in parts.
        if !isAnswer, creadline_is_after_escape() == 0 { onPress?() }
        isAnswer = false
        if isStale { showLine() }
        awaitEscape()
        awaitTelling()
    }

    /// The delay before `onTyping` gets the typed text.
    private static let tellingMilliseconds = 500

    private func awaitTelling() {
        guard onTyping != nil, telling == nil, activity == .line else { return }
        telling = Task { [weak self] in
            guard (try? await Task.sleep(for: .milliseconds(Self.tellingMilliseconds))) != nil else { return }
            self?.telling = nil
            await self?.tellOfTyping()
        }
    }

    /// Reports the typed text of a line at once.
    public func tellOfTyping() async {
        guard activity == .line else { return }
        await onTyping?(ReadlineLine.draft)
    }

    /// Whether what comes belongs to something that has begun.
    private var isInsideKey: Bool { report != nil || letter != nil }

    /// Reads the next key, or a part of it.
    private func readNext() {
        if report != nil {
            readReport()
        } else if letter != nil {
            readBehindLetter()
        } else {
            readKey()
        }
    }

    /// Gives Readline bytes as if they were typed.
    func pass(_ bytes: [UInt8]) {
        input.hold(bytes)
        takeHeldKeys()
    }

    /// Reads the held bytes, as long as a line is typed; the rest is for the next caller.
    private func takeHeldKeys() {
        while activity == .line, !input.held.isEmpty {
            readNext()
            creadline_flush_output()
            endByKey()
        }
    }

    func readKey() {
        isReading = true
        rl_callback_read_char()
        isReading = false
        ReadlineKeys.didRead()
        guard isRebinding else { return }
        isRebinding = false
        ReadlineKeys.bind(keys)
    }

    /// Whether a key waits to be read.
    public var hasInput: Bool { input.hasMore }

    /// Ends the line after keeping its typed text.
    private func hangUp() {
        source?.cancel()
        source = nil
        Task {
            await tellOfTyping()
            if isEditing { finish(.failure(InputFault.failed(errno: EIO))) }
        }
    }
}

/// The terminal's sequences with Escape before them: keys, which Readline gets as it knows them, the mouse, and answers
/// to requests, perhaps of another program. A sequence without a meaning is swallowed, so that it never becomes text.
extension LineEditor {
    /// A sequence that has come in part.
    struct BegunSequence {
        let bytes: [UInt8]
        /// Whether Readline has read its Escape.
        let isEscapeRead: Bool
    }

    /// The time that the rest of a sequence may take.
    private static let restTime = Duration.seconds(1)
    /// The time in which the rest of a sequence that was given up is still known for what it is, over a slow line.
    private static let lateTime = Duration.seconds(10)

    /// Makes the terminal distinguish keys such as Ctrl-Enter from others while a line is typed on a display.
    public func setOtherKeys(_ isOn: Bool) { report(.otherKeys, isOn) }

    /// Reads a key, or whatever else comes.
    func readKeyOrReport() {
        guard let first = input.readByte() else { return readKey() }
        guard first == EscapeKey.byte else {
            if !skipAnswer(from: first) { pass([first]) }
            return
        }
        take(input.sequence(from: first), isEscapeRead: false)
    }

    /// Skips the rest of an answer whose start was given up: taken for a key, if it was Escape alone, or dropped.
    ///
    /// A terminal's answer comes at once, and no user types such bytes.
    private func skipAnswer(from first: UInt8) -> Bool {
        guard let start = cutOff, elapsed() - start.time < Self.lateTime,
            start.bytes.count > 2 || input.hasMore, start.bytes.count > 1 || ExtendedKey.introducers.contains(first)
        else { return false }
        let sequence = input.sequence(goingOn: start.bytes + [first])
        let isReport = sequence.starts(with: KeySequence.mouseStart) && MouseReport.event(of: sequence) != nil
        guard isReport || ExtendedKey.isAnswer(sequence) else {
            input.putBack(Array(sequence.dropFirst(start.bytes.count + 1)))
            return false
        }
        cutOff = nil
        if sequence.elementsEqual(EscapeSequence.statusReport.utf8) { takeAnswer() } else { takeNews(sequence) }
        return true
    }

    /// Reads on what has begun.
    func readBegun(_ begun: BegunSequence) {
        begunWait.cancel()
        self.begun = nil
        guard let byte = input.readByte() else { return readKey() }
        if byte == EscapeKey.byte, !ExtendedKey.mayEndByEscape(begun.bytes) {
            // The rest of the sequence that was cut off never comes.
            input.putBack([byte])
            return drop(isEscapeRead: begun.isEscapeRead)
        }
        take(input.sequence(goingOn: begun.bytes + [byte]), isEscapeRead: begun.isEscapeRead)
    }

    /// Takes the bytes of a sequence that have come.
    func take(_ sequence: [UInt8], isEscapeRead: Bool) {
        if sequence == [EscapeKey.byte, EscapeKey.byte] { return takeTwoEscapes() }
        if ExtendedKey.step(after: sequence) == .more, sequence.count > 1, sequence != [EscapeKey.byte, 0x5F] {
            return awaitRest(of: BegunSequence(bytes: sequence, isEscapeRead: isEscapeRead))
        }
        if sequence.starts(with: KeySequence.mouseStart) {
            // It ends a search of Readline.
            if isInSearch, !isEscapeRead { return pass(sequence) }
            drop(isEscapeRead: isEscapeRead)
            if display != nil, let (kind, point) = MouseReport.event(of: sequence) { take(kind, at: point) }
            // A byte that ends half a report is the start of something else.
            if let last = sequence.last, !MouseReport.ends.contains(last) { pass([last]) }
            return
        }
        let plain = ExtendedKey.plain(sequence) ?? sequence
        if plain.count == 1, let signal = signalKeys[plain[0]] {
            drop(isEscapeRead: isEscapeRead)
            obey(signal)
        } else if plain == [EscapeKey.byte], sequence != plain {
            drop(isEscapeRead: isEscapeRead)
            passEscape()
        } else if ExtendedKey.isSequence(plain), !ReadlineKeys.isKey(plain) {
            drop(isEscapeRead: isEscapeRead)
            takeNews(sequence)
        } else if isEscapeRead {
            if plain.first != EscapeKey.byte { drop(isEscapeRead: true) }
            pass(plain.first == EscapeKey.byte ? Array(plain.dropFirst()) : plain)
        } else {
            // No key that begins with Escape goes on with Ctrl-X.
            if ExtendedKey.isSequence(plain), creadline_is_in_prefix() != 0 { pass([KeySequence.escapeEnd]) }
            pass(plain)
        }
    }

    private func takeTwoEscapes() {
        let rest = input.sequence(from: EscapeKey.byte)
        if EscapeKey.isOneKey(rest, after: .zero) { return pass([EscapeKey.byte] + rest) }
        passEscape()
        input.putBack(rest)
    }

    /// Waits for the rest of a sequence; without it, it is a character that was typed with Alt, or nothing.
    private func awaitRest(of sequence: BegunSequence) {
        begun = sequence
        isAnswer = true
        begunWait.start(Self.restTime) { [weak self] in
            guard let self, begun != nil, !hasInput else { return }
            begun = nil
            cutOff = (sequence.bytes, elapsed())
            guard activity == .line else { return }
            // The arrows begin with these, so no key is one of them with Alt.
            let isPrefix = "[O".utf8.contains(sequence.bytes[1])
            if isPrefix || sequence.bytes.count > 2 { return drop(isEscapeRead: sequence.isEscapeRead) }
            pass(Array(sequence.bytes.dropFirst(sequence.isEscapeRead ? 1 : 0)))
            if isStale { showLine() }
        }
    }

    /// Makes Readline forget an Escape that it has read: the bytes after it mean nothing to Readline.
    private func drop(isEscapeRead: Bool) {
        guard isEscapeRead else { return }
        // Readline knows the start of a report of the mouse, which does nothing by itself.
        pass(Array(KeySequence.mouseStart.dropFirst()))
        report = nil
    }

    /// Gives Readline an Escape that is known to be alone, which vi finds out by looking for more.
    private func passEscape() {
        let isVi = creadline_is_vi() != 0
        input.isKeyWhole = isVi
        pass(isVi ? [EscapeKey.byte] : [EscapeKey.byte, KeySequence.escapeEnd])
        input.isKeyWhole = false
    }

    /// Whether Readline looks something up, which the mouse ends.
    private var isInSearch: Bool { creadline_state() & UInt(RL_STATE_ISEARCH | RL_STATE_NSEARCH) != 0 }
}

/// Escape, which is a key of its own, and the start of others.
extension LineEditor {
    /// Ends an Escape that was read as a key of its own if nothing follows it in time.
    func awaitEscape() {
        escapeWait.cancel()
        escapedAt = nil
        guard activity == .line, begun == nil, creadline_is_after_escape() != 0,
            let wait = ReadlineKeys.escapeMilliseconds
        else { return }
        escapedAt = elapsed()
        // While the user writes a text Escape ends that, which Alt-Enter over a slow line must not.
        let isWriting = reports.isWanted(.otherKeys)
        let time = Duration.milliseconds(isWriting ? max(wait, EscapeKey.writingMilliseconds) : wait)
        // It may begin the answer that is still to come.
        escapeWait.start(max(time, answers.left(of: Self.restTime, at: elapsed()))) { [weak self] in
            guard let self, activity == .line, begun == nil, !hasInput, creadline_is_after_escape() != 0 else { return }
            endEscape()
            if isStale { showLine() }
        }
    }

    private func endEscape() {
        escapedAt = nil
        cutOff = ([EscapeKey.byte], elapsed())
        pass([KeySequence.escapeEnd])
    }

    /// Reads the bytes behind an Escape that was read before, and may be a key of its own.
    ///
    /// - Returns: False if nothing was read.
    func readBehindEscape() -> Bool {
        guard activity == .line, creadline_is_after_escape() != 0, hasInput,
            // A user who has chosen another time types letters behind Escape.
            ReadlineKeys.escapeMilliseconds == EscapeKey.milliseconds,
            let byte = UInt8(exactly: rl_read_key())
        else { return false }
        let time = escapedAt.map { elapsed() - $0 } ?? .zero
        escapedAt = nil
        if creadline_key_count() == 1, ExtendedKey.introducers.contains(byte) {
            let sequence = input.sequence(goingOn: [EscapeKey.byte, byte])
            let isOneKey = sequence.count > 2 || byte == UInt8(ascii: "[") || EscapeKey.isOneKey([byte], after: time)
            if isOneKey {
                take(sequence, isEscapeRead: true)
                return true
            }
        }
        let rest = input.sequence(from: byte)
        if !EscapeKey.isOneKey(rest, after: time) { endEscape() }
        pass(rest)
        return true
    }
}

/// A letter that is bound to an action, and that a word may begin with.
struct AmbiguousLetter {
    let character: String
    let action: String
    /// The characters that may follow it in a word.
    let followers: Set<UInt8>
}

/// Letters that are keys while nothing is typed, and begin words while the user types.
extension LineEditor {
    /// The time in which a letter may be the first one of a word.
    ///
    /// Readline waits a little longer for the rest of an ambiguous key (`keyseq-timeout`, 500 ms); fluent typing leaves far
    /// less between letters.
    private static let letterTime = Duration.milliseconds(400)

    /// Waits for what follows a letter before its action is performed.
    func awaitWord(_ character: String?, action: String, followers: Set<UInt8>) {
        guard let character else {
            leavingKey = action
            return
        }
        letter = AmbiguousLetter(character: character, action: action, followers: followers)
        letterWait.start(Self.letterTime) { [weak self] in
            guard let self, activity == .line, !hasInput else { return }
            performLetter()
        }
    }

    /// Reads the bytes after the letter: they continue the word, or are for the next caller after the action.
    func readBehindLetter() {
        guard let letter, let byte = UInt8(exactly: rl_read_key()) else { return }
        input.putBack([byte])
        guard signalKeys[byte] == nil else { return forgetLetter() }
        guard letter.followers.contains(byte) else { return performLetter() }
        forgetLetter()
        ReadlineLine.insert(letter.character)
        // On a line that has begun letters are no keys.
        showLine()
    }

    /// Whether one of these characters was typed at once with the key whose action is requested, and follows it.
    public func isFollowed(by characters: Set<UInt8>) -> Bool {
        if input.held.isEmpty, activity == .line, hasInput, let byte = input.readByte() { input.putBack([byte]) }
        return input.next.map(characters.contains) ?? false
    }

    /// No letter waits any more.
    func forgetLetter() {
        letterWait.cancel()
        letter = nil
    }

    private func performLetter() {
        guard let letter else { return }
        forgetLetter()
        finishLine(by: letter.action)
    }
}
