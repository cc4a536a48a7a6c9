// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// What stands before a message in a chat that WhatsApp has exported: `[12/31/20, 11:59:58 PM] ` on iOS,
/// `31/12/2020, 23:59 - ` on Android, as the phone’s language writes numbers and halves of the day.
///
/// No document describes it. Source: the samples of github.com/starkdmi/whats_json.
struct ChatHeader {
    /// The three numbers of the date.
    let numbers: [Int]
    /// Whether slashes part them.
    let hasSlashes: Bool
    /// Whether it stands in brackets, as on iOS.
    let isBracketed: Bool
    /// The date and the time, as they are written.
    let written: String
    /// What follows.
    let rest: Substring
    private let clock: [Int]

    /// A header is not longer, in scalars.
    private static let longest = 48
    private static let mornings = ["am", "上午", "午前", "오전", "凌晨", "早上", "清晨", "ص"]
    private static let afternoons = ["pm", "下午", "午後", "오후", "中午", "傍晚", "晚上", "م"]

    /// The header of a line; nil for a line that goes on with what was said before.
    init?(_ line: String) {
        var scalars = line.unicodeScalars[...].drop { ChatMarks.isMark($0) }
        guard let first = scalars.first else { return nil }
        isBracketed = first == "["
        if isBracketed { scalars.removeFirst() } else if Self.digit(first) == nil { return nil }
        let head = scalars.prefix(Self.longest)
        var end: Substring.UnicodeScalarView.Index?
        if isBracketed {
            end = head.firstIndex(of: "]")
        } else {
            end = head.indices.first { index in
                guard head[index] == "-" || head[index] == "–", index > head.startIndex else { return false }
                let next = scalars.index(after: index)
                return next < scalars.endIndex && Self.isBlank(scalars[next])
                    && Self.isBlank(head[head.index(before: index)])
            }
        }
        guard let end else { return nil }
        guard let (date, clock) = Self.split(Array(head[..<end])) else { return nil }
        numbers = date.numbers
        hasSlashes = date.signs.contains("/")
        self.clock = clock
        written = String(head[..<end]).trimmingCharacters(in: .whitespaces)
        rest = Substring(scalars[scalars.index(after: end)...].drop { Self.isBlank($0) })
    }

    /// When it was; nil for what no calendar and no clock has.
    func date(_ order: DateOrder, in zone: TimeZone) -> Timestamp? {
        let (year, month, day) = (numbers[0] >= 1000 ? DateOrder.ymd : order).parts(numbers)
        let time = CivilTime(
            year: year, month: month, day: day, hour: clock[0], minute: clock[1], second: clock.count > 2 ? clock[2] : 0
        )
        guard let date = time.timestamp(in: zone), (0...BackupElement.latest).contains(Double(date.milliseconds)) else {
            return nil
        }
        return date
    }

    private typealias Group = (numbers: [Int], signs: [Unicode.Scalar])

    /// The date, and the time on a clock of 24 hours.
    private static func split(_ scalars: [Unicode.Scalar]) -> (Group, [Int])? {
        let (groups, word) = groups(scalars)
        guard let date = groups.firstIndex(where: { $0.numbers.count == 3 && !$0.signs.contains(":") }) else {
            return nil
        }
        let times = groups.indices.filter { $0 != date && [2, 3].contains(groups[$0].numbers.count) }
        guard groups.count <= 3, let time = times.first(where: { groups[$0].signs.contains(":") }) ?? times.first else {
            return nil
        }
        var clock = groups[time].numbers
        if afternoons.contains(where: word.contains), clock[0] < 12 { clock[0] += 12 }
        if mornings.contains(where: word.contains), clock[0] == 12 { clock[0] = 0 }
        return (groups[date], clock)
    }

    /// The numbers that signs join, and the letters between them.
    private static func groups(_ scalars: [Unicode.Scalar]) -> ([Group], word: String) {
        var groups: [Group] = []
        var word = ""
        var index = 0
        while index < scalars.count {
            guard let digit = digit(scalars[index]) else {
                if scalars[index].properties.isAlphabetic { word.unicodeScalars.append(scalars[index]) }
                index += 1
                continue
            }
            var group: Group = ([digit], [])
            index += 1
            while index < scalars.count {
                if let digit = Self.digit(scalars[index]) {
                    group.numbers[group.numbers.count - 1] = min(
                        group.numbers[group.numbers.count - 1] * 10 + digit, 9999)
                } else if "/.-:".unicodeScalars.contains(scalars[index]) {
                    // Some put a blank behind the dots of a date.
                    var next = index + 1
                    if scalars[index] == ".", group.numbers.count < 3 {
                        while next < scalars.count, isBlank(scalars[next]) { next += 1 }
                    }
                    guard next < scalars.count, let digit = Self.digit(scalars[next]) else { break }
                    group.signs.append(scalars[index])
                    group.numbers.append(digit)
                    index = next
                } else {
                    break
                }
                index += 1
            }
            groups.append(group)
        }
        return (groups, word.lowercased())
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    /// Also the narrow blank that does not break, before a half of the day.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar.properties.isWhitespace }
}
