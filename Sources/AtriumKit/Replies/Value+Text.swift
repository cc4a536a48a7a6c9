// SPDX-License-Identifier: GPL-3.0-or-later

import Session

extension Value {
    /// The value as a person reads it.
    ///
    /// - Parameter isShort: Whether points in time are as lists have them: the time alone for today, otherwise the day.
    package func text(in context: ViewContext, isShort: Bool = false) -> String {
        switch self {
        case .none: ""
        case .number(let number): String(number)
        case .text(let text): text
        case .timestamp(let time): isShort ? context.short(time) : CivilTime(time, in: context.timeZone).full
        case .flag(let flag): (flag ? Strings.valueYes : Strings.valueNo).string(in: context.language)
        case .mark(let isSet): isSet ? "*" : ""
        case .word(_, let text), .amount(_, let text): text.string(in: context.language)
        case .list(let values): values.map { $0.text(in: context, isShort: isShort) }.joined(separator: ", ")
        }
    }
}
