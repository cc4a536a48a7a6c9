// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session

extension SkippedFile {
    /// Which file is not shown, and why.
    var sentence: LocalizedText {
        switch reason {
        case .notUTF8: Strings.skippedNotUtf8(file: path)
        case .unnamed: Strings.skippedUnnamed(file: path)
        case .notText: Strings.skippedNotText(file: path)
        case .tooLarge: Strings.skippedTooLarge(file: path)
        case .unreadable: Strings.skippedUnreadable(file: path)
        case .failing: Strings.skippedFailing(file: path)
        case .brokenOff: Strings.skippedBrokenOff(file: path)
        case .overtaken: Strings.skippedOvertaken(file: path)
        }
    }
}
