// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline
import Dispatch
import Glibc

/// Reads keys, and reports what is typed.
extension LineEditor {
    /// Reads keys as long as the activity lasts.
    func listen() {
        let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
        source.setEventHandler { [weak self] in self?.readKeys() }
        source.activate()
        self.source = source
        // What was read already is for this line.
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
                    readToldKey()
                } else {
                    readKey()
                }
                creadline_flush_output()
                if let key = leavingKey { finishLine(by: key) }
            case .secret:
                if let result = secrets.read(line: count) { finish(result, sign: "\n") }
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

    /// How long what is typed is known to nobody else.
    private static let tellingMilliseconds = 500

    private func awaitTelling() {
        guard onTyping != nil, telling == nil, activity == .line else { return }
        telling = Task { [weak self] in
            guard (try? await Task.sleep(for: .milliseconds(Self.tellingMilliseconds))) != nil else { return }
            self?.telling = nil
            await self?.tellOfTyping()
        }
    }

    /// Tells at once what has been typed of a line.
    public func tellOfTyping() async {
        guard activity == .line else { return }
        await onTyping?(ReadlineLine.draft)
    }

    /// Whether what comes belongs to something that has begun.
    private var isInsideKey: Bool { report != nil || letter != nil }

    /// Reads what is next, or a part of it.
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

    /// Reads what is held, as long as a line is typed; the rest is for whoever asks next.
    private func takeHeldKeys() {
        while activity == .line, !input.held.isEmpty {
            readNext()
            creadline_flush_output()
            if let key = leavingKey { finishLine(by: key) }
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

    /// Ends the line after what was typed of it is kept.
    private func hangUp() {
        source?.cancel()
        source = nil
        Task {
            await tellOfTyping()
            if isEditing { finish(.failure(InputFault.failed(errno: EIO))) }
        }
    }
}
