// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// In which order a file writes the numbers of a date.
package enum DateOrder: String, CaseIterable, Sendable {
    /// 31/12/2020.
    case dmy
    /// 12/31/2020.
    case mdy
    /// 2020/12/31.
    case ymd

    /// Year, month and day of three numbers: a year of two digits is one of this century, one of Thailand’s calendar is
    /// 543 years ahead.
    func parts(_ numbers: [Int]) -> (year: Int, month: Int, day: Int) {
        let (year, month, day) =
            switch self {
            case .dmy: (numbers[2], numbers[1], numbers[0])
            case .mdy: (numbers[2], numbers[0], numbers[1])
            case .ymd: (numbers[0], numbers[1], numbers[2])
            }
        return (year < 100 ? year + 2000 : year >= 2400 ? year - 543 : year, month, day)
    }
}

/// What the dates of a file tell of their order: all of them have to be days, and none lies before the one above it.
struct DateEvidence {
    private struct Count {
        var impossible = 0
        var backward = 0
        var forward = 0
        var last = 0
    }

    /// Whether the newest may come first.
    var isEitherWay = false
    private var counts: [DateOrder: Count] = [:]
    private var isYearFirst = false
    private var isAlike = true
    private var hasSlashes = false

    /// Takes a date in.
    mutating func add(_ date: WrittenDate) {
        let numbers = date.numbers
        guard numbers[0] < 1000 else {
            isYearFirst = true
            return
        }
        isAlike = isAlike && numbers[0] == numbers[1]
        hasSlashes = hasSlashes || date.hasSlashes
        for order in DateOrder.allCases {
            var count = counts[order] ?? Count()
            let (year, month, day) = order.parts(numbers)
            if CivilTime(year: year, month: month, day: day).timestamp(in: .gmt) == nil { count.impossible += 1 }
            let key = (year * 100 + month) * 100 + day
            if key < count.last { count.backward += 1 }
            if key > count.last, count.last > 0 { count.forward += 1 }
            count.last = key
            counts[order] = count
        }
    }

    /// The order; nil where it does not show.
    var order: DateOrder? {
        guard !isYearFirst, let days = counts[.dmy], let months = counts[.mdy] else { return .ymd }
        if let years = counts[.ymd], years.impossible < min(days.impossible, months.impossible) { return .ymd }
        let (first, second) = ((days.impossible, turns(days)), (months.impossible, turns(months)))
        // Where dots or dashes are written the day comes before the month.
        if first == second { return isAlike || !hasSlashes ? .dmy : nil }
        return first < second ? .dmy : .mdy
    }

    /// How often a date goes another way than the others.
    private func turns(_ count: Count) -> Int {
        isEitherWay ? min(count.backward, count.forward) : count.backward
    }
}
