// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

/// How often a task is to be done again, as somebody types it: `week`, `"2 weeks"`, `chaque mois`, `每天`, or `never`.
struct NoteRepetition: CommandValue, Hashable {
    /// As it was typed.
    let word: String
    init(_ word: CommandWord, of _: String) { self.word = word.text }

    /// What is meant.
    ///
    /// - Throws: `CaptureFault.notARepetition`.
    var value: NotesService.Repetition {
        get throws(CaptureFault) {
            if Self.never.contains(word.lowercased()) { return .never }
            guard let rule = Recurrence(word) else { throw .notARepetition(word) }
            return .rule(rule)
        }
    }

    /// What ends it.
    private static let never: Set<String> = ["never", "once", "jamais", "从不", "不再"]
}

extension Recurrence {
    /// The rule for people.
    var said: LocalizedText {
        let each: LocalizedText =
            switch unit {
            case .day: count == 1 ? Strings.repeatDay : Strings.repeatDays(count: count)
            case .weekday: count == 1 ? Strings.repeatWeekday : Strings.repeatWeekdays(count: count)
            case .week: count == 1 ? Strings.repeatWeek : Strings.repeatWeeks(count: count)
            case .month: count == 1 ? Strings.repeatMonth : Strings.repeatMonths(count: count)
            case .year: count == 1 ? Strings.repeatYear : Strings.repeatYears(count: count)
            }
        return LocalizedText("repeat") { [day, isAfterDone] language in
            var text = each.string(in: language)
            if let day { text = Strings.repeatOn(rule: text, day: day).string(in: language) }
            return isAfterDone ? Strings.repeatAfterDone(rule: text).string(in: language) : text
        }
    }
}
