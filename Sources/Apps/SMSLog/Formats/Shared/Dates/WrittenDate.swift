// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import SMSLogLogic

/// A date and a time of day as people and phones write them, `31/12/2020, 11:59:58 PM` or `5 March 2021 at 10:00`, of
/// in which the order of the numbers may have to be found out.
struct WrittenDate: Equatable {
    /// The three numbers of the date.
    let numbers: [Int]
    /// Whether slashes part them.
    let hasSlashes: Bool
    /// Whether dots separate them, as they do if the day comes first.
    let hasDots: Bool
    /// The order of the numbers, if a month’s name or a year in front shows it.
    let order: DateOrder?
    /// Whether the time has seconds.
    var hasSeconds: Bool { clock.count > 2 }
    /// Whether the year has all its digits.
    var hasFullYear: Bool { numbers.contains { $0 >= 1000 } }
    /// Whether there is nothing that may mean something else: a time, and no word of more letters than those for halves
    /// of days beside the one for the month.
    let isPlain: Bool
    /// Whether a day and a month stand there, and no year.
    private(set) var isYearless = false
    private let clock: [Int]

    private static let mornings = ["am", "上午", "午前", "오전", "凌晨", "早上", "清晨", "ص"]
    private static let afternoons = ["pm", "下午", "午後", "오후", "中午", "傍晚", "晚上", "م"]

    /// - Parameters:
    ///   - isWhole: Whether the text is nothing else: then a month may be a word, and a day begins at 0:00. Before a message
    ///     there have to be three numbers that signs join, and a time.
    ///   - naming: Whether there have to be the name of a month and a time; the year may be missing.
    init?(_ scalars: [Unicode.Scalar], isWhole: Bool = false, naming: Bool = false) {
        // Languages that are written to the left have marks around the signs.
        let written = WrittenNumbers(scalars.filter { !ChatMarks.isMark($0) })
        let found =
            naming
            ? Self.monthNamed(in: written) : Self.joined(in: written) ?? (isWhole ? Self.named(in: written) : nil)
        guard let (date, order, used) = found else { return nil }
        isYearless = naming && used.count < 2
        let times = written.groups.indices.filter {
            !used.contains($0) && [2, 3].contains(written.groups[$0].numbers.count)
        }
        let time = times.first { written.groups[$0].signs.contains(":") } ?? times.first
        guard time != nil || isWhole else { return nil }
        var clock = time.map { written.groups[$0].numbers } ?? [0, 0]
        let word = written.words.joined()
        if Self.afternoons.contains(where: word.contains), clock[0] < 12 { clock[0] += 12 }
        if Self.mornings.contains(where: word.contains), clock[0] == 12 { clock[0] = 0 }
        numbers = date.numbers
        hasSlashes = date.signs.contains("/")
        hasDots = date.signs == [".", "."]
        isPlain = time != nil && written.words.count { $0.count > 2 } <= (order == nil ? 0 : 1)
        self.order = date.numbers[0] >= 1000 ? .ymd : order
        self.clock = clock
    }

    /// The same as the other initialiser reads.
    init(_ plain: PlainDate) {
        numbers = plain.numbers
        hasSlashes = plain.sign == UInt8(ascii: "/")
        hasDots = plain.sign == UInt8(ascii: ".")
        order = numbers[0] >= 1000 ? .ymd : nil
        isPlain = true
        clock = plain.clock
    }

    /// The date; `nil` for one that no calendar and no clock has.
    func date(_ order: DateOrder, in zone: Zone) -> Timestamp? {
        if isYearless { return nil }
        let (year, month, day) = (self.order ?? order).parts(numbers)
        let time = CivilTime(
            year: year, month: month, day: day, hour: clock[0], minute: clock[1], second: clock.count > 2 ? clock[2] : 0
        )
        return time.timestamp(in: zone).flatMap(MessageTime.possible)
    }

    /// Whether a text begins with the name of a month.
    static func beginsWithMonth(_ scalars: Substring.UnicodeScalarView) -> Bool {
        let word = scalars.prefix(12).prefix { $0.properties.isAlphabetic }
        return WrittenNumbers(Array(word)).month != nil
    }

    /// Whether it is a date and a time in any order of the numbers.
    var isPossible: Bool { DateOrder.allCases.contains { date($0, in: .gmt) != nil } }

    /// The numbers of the date, their order if it is known, and the groups in which they stand.
    private typealias Found = (WrittenNumbers.Group, order: DateOrder?, used: Set<Int>)

    private static func joined(in written: WrittenNumbers) -> Found? {
        let groups = written.groups
        let place = groups.firstIndex { $0.numbers.count == 3 && !$0.signs.contains(":") }
        guard let place, groups.count <= 3 else { return nil }
        return (groups[place], nil, [place])
    }

    /// A month’s name stands beside the day and the year, or the day alone.
    private static func monthNamed(in written: WrittenNumbers) -> Found? {
        let groups = written.groups
        let single = groups.indices.filter { groups[$0].numbers.count == 1 }
        let values = single.map { groups[$0].numbers[0] }
        guard let month = written.month, (1...2).contains(values.count) else { return nil }
        let year = values.count == 2 ? values[1] : 0
        return (([values[0], month, year], []), values[0] >= 1000 ? .ymd : .dmy, Set(single))
    }

    /// A month’s name stands between, or words for year, month and day.
    private static func named(in written: WrittenNumbers) -> Found? {
        let groups = written.groups
        let single = groups.indices.filter { groups[$0].numbers.count == 1 }
        let values = single.map { groups[$0].numbers[0] }
        if values.count == 2, let found = monthNamed(in: written) { return found }
        guard values.count == 3, values[0] >= 1000 else { return nil }
        return ((values, []), .ymd, Set(single))
    }
}

/// The numbers of a text, in any digits, and the words between them.
private struct WrittenNumbers {
    /// Numbers that signs join.
    typealias Group = (numbers: [Int], signs: [Unicode.Scalar])

    private(set) var groups: [Group] = []
    /// In lower case.
    private(set) var words: [String] = []

    /// The first letters that distinguish the months, without the marks on them.
    private static let months: [[String]] = [
        ["jan", "ene", "gen"], ["feb", "fev"], ["mar", "mrt", "maa"], ["apr", "avr", "abr"],
        ["may", "mai", "mag", "mei", "maj"], ["jun", "juin", "giu"], ["jul", "juil", "lug"], ["aug", "aou", "ago"],
        ["sep", "set"], ["oct", "okt", "out", "ott"], ["nov"], ["dec", "dez", "dic"],
    ]

    /// The years before the first years of Japan’s eras, by the letters in front of their years.
    private static let eras: [Unicode.Scalar: Int] = ["R": 2018, "H": 1988, "S": 1925]

    init(_ scalars: [Unicode.Scalar]) {
        var index = 0
        var isInWord = false
        while index < scalars.count {
            guard ChatHeader.digit(scalars[index]) != nil else {
                if scalars[index].properties.isAlphabetic {
                    if !isInWord { words.append("") }
                    words[words.count - 1].unicodeScalars.append(scalars[index])
                }
                isInWord = scalars[index].properties.isAlphabetic
                index += 1
                continue
            }
            let era = isInWord && words.last?.unicodeScalars.count == 1 ? Self.eras[scalars[index - 1]] : nil
            isInWord = false
            var group = Self.group(scalars, &index)
            if let era, group.numbers.count == 3 { group.numbers[0] += era }
            groups.append(group)
        }
        words = words.map { $0.lowercased() }
    }

    /// The month that a word names.
    var month: Int? {
        for word in words {
            let plain = word.folding(options: .diacriticInsensitive, locale: nil)
            guard plain.count > 2 else { continue }
            let found = Self.months.firstIndex { $0.contains { plain.hasPrefix($0) } }
            if let found { return found + 1 }
        }
        return nil
    }

    private static func group(_ scalars: [Unicode.Scalar], _ index: inout Int) -> Group {
        var group: Group = ([number(scalars, &index)], [])
        while index < scalars.count, "/.-:".unicodeScalars.contains(scalars[index]) {
            // Some put a blank behind the dots of a date.
            var next = index + 1
            if scalars[index] == ".", group.numbers.count < 3 {
                while next < scalars.count, ChatHeader.isBlank(scalars[next]) { next += 1 }
            }
            let era = next + 1 < scalars.count ? eras[scalars[next]] : nil
            if era != nil { next += 1 }
            guard next < scalars.count, ChatHeader.digit(scalars[next]) != nil else { break }
            group.signs.append(scalars[index])
            index = next
            group.numbers.append((era ?? 0) + number(scalars, &index))
        }
        return group
    }

    private static func number(_ scalars: [Unicode.Scalar], _ index: inout Int) -> Int {
        var number = 0
        while index < scalars.count, let digit = ChatHeader.digit(scalars[index]) {
            number = min(number * 10 + digit, 9999)
            index += 1
        }
        return number
    }
}
