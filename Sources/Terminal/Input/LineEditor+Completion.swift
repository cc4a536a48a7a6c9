// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

extension LineEditor {
    func startCompletion() {
        guard let complete else { return }
        let mode = ReadlineCompletion.mode()
        let line = String(cString: creadline_line())
        let point = Int(creadline_point())
        let number = count
        guard let cursor = line.utf8.index(line.startIndex, offsetBy: point, limitedBy: line.endIndex) else { return }
        let word = CompletionWord(beforeCursor: line[..<cursor])
        completion?.cancel()
        completion = Task { @MainActor [weak self] in
            let request = CompletionRequest(line: line, cursor: point, word: word.text)
            let candidates = await complete(request)
            guard let self, !Task.isCancelled, self.activity == .line, self.count == number,
                point == Int(creadline_point()), line == String(cString: creadline_line()),
                ReadlineCompletion.isPossible
            else { return }
            ReadlineCompletion.perform(candidates, mode: mode)
            creadline_flush_output()
            if self.isStale { self.showLine() }
        }
    }
}
