// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

extension LineEditor {
    func startCompletion() {
        // Of keys that came at once, the display has not seen those before this one: candidates may be for another line.
        if isStale { showLine() }
        guard display?.nextCandidate() != true, let complete else { return }
        let mode = ReadlineCompletion.mode()
        let (line, point) = (ReadlineLine.text, ReadlineLine.cursor)
        let number = count
        let request = CompletionRequest(line: line, cursor: point)
        completion?.cancel()
        completion = Task { @MainActor [weak self] in
            let answer = await complete(request)
            guard let self, !Task.isCancelled, self.activity == .line, self.count == number,
                point == ReadlineLine.cursor, line == ReadlineLine.text,
                ReadlineCompletion.isPossible
            else { return }
            ReadlineCompletion.perform(answer, typed: request.typed, mode: mode)
            creadline_flush_output()
            if self.isStale { self.showLine() }
        }
    }
}
