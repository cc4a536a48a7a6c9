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
        guard !heldKeys.isEmpty else { return }
        DispatchQueue.main.async { [weak self] in
            guard let self, !heldKeys.isEmpty else { return }
            readKeys()
        }
    }

    func readKeys() {
        guard !isHungUp else { return hangUp() }
        onActivity?()
        // A paste is many keys: taking all that are there costs one turn of the queue instead of one for each.
        repeat {
            switch activity {
            case .idle:
                return
            case .line:
                if !heldKeys.isEmpty {
                    takeHeldKeys()
                } else if isInsideKey {
                    readNext()
                } else if readBehindEscape() {
                    break
                } else if reports.contains(.otherKeys), creadline_is_after_escape() == 0 {
                    readToldKey()
                } else {
                    readKey()
                }
                creadline_flush_output()
                if let key = leavingKey { finishLine(by: key) }
            case .secret:
                if let result = secrets.read(line: count) { finish(result, sign: "\n") }
            }
        } while isEditing && (!heldKeys.isEmpty || hasInput)
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
        await onTyping?(typed)
    }

    /// Whether what comes belongs to something that has begun.
    private var isInsideKey: Bool { report != nil || letter != nil }

    /// Reads what is next, or a part of it.
    func readNext() {
        if report != nil {
            readReport()
        } else if letter != nil {
            readBehindLetter()
        } else {
            readKey()
        }
    }

    func readKey() {
        isReading = true
        rl_callback_read_char()
        isReading = false
        guard isRebinding else { return }
        isRebinding = false
        ReadlineKeys.bind(keys)
    }

    /// Whether a key waits to be read.
    public var hasInput: Bool { pending & Int16(POLLIN | POLLHUP) == Int16(POLLIN) }

    /// Whether the terminal is gone: what is read from it then looks like Ctrl-D, which nobody pressed.
    var isHungUp: Bool { pending & Int16(POLLHUP) != 0 }

    private var pending: Int16 {
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) > 0 ? wait.revents : 0
    }

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
