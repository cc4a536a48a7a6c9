// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

extension Recurrence {
    /// `every 2 weeks`, `every month on the 31st`, `every day when done`.
    package var text: String {
        let unit = count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
        return "every \(unit)" + (day.map { " on the \($0)\($0 == 31 ? "st" : "th")" } ?? "")
            + (isAfterDone ? " when done" : "")
    }

    /// Reads what `text` writes, and what people type: `week`, `weekly`, `2 weeks`, `chaque semaine`, `每两周`.
    ///
    /// Nil for what is no such rule.
    package init?(_ text: String) {
        var rest = text.lowercased().replacing("’", with: "'").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        func cutEnd(_ endings: [String]) -> Bool {
            guard let ending = endings.first(where: rest.hasSuffix) else { return false }
            rest = rest.dropLast(ending.count).trimmingCharacters(in: .whitespaces)
            return true
        }
        func cutStart(_ beginnings: [String]) {
            guard let start = beginnings.first(where: rest.hasPrefix) else { return }
            rest = rest.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
        }
        var isAfterDone = cutEnd([" when done", " after done", " après fait", " une fois fait"])
        if rest.hasPrefix("完成后") || rest.hasSuffix("完成后") {
            isAfterDone = true
            rest = rest.replacing("完成后", with: "").trimmingCharacters(in: .whitespaces)
        }
        var day: Int?
        if let on = rest.firstRange(of: " on the ") {
            let digits = rest[on.upperBound...].prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), (1...31).contains(number),
                ["st", "nd", "rd", "th"].contains(rest[digits.endIndex...])
            else { return nil }
            day = number
            rest = String(rest[..<on.lowerBound])
        }
        cutStart(["every ", "each ", "tous les ", "toutes les ", "chaque ", "每隔", "每"])
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        var count = 1
        if !digits.isEmpty {
            guard let number = Int(digits), (1...Self.most).contains(number) else { return nil }
            count = number
            rest = rest.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        } else if rest.hasPrefix("两") {
            (count, rest) = (2, String(rest.dropFirst()).trimmingCharacters(in: .whitespaces))
        }
        guard let unit = Self.units[rest] else { return nil }
        self.init(count, unit, day: day, isAfterDone: isAfterDone)
        // A day that not each month lacks is that of the last time; another one contradicts it.
        if day != nil, self.day == nil { return nil }
    }

    private static let units: [String: Unit] = {
        let names: [(Unit, [String])] = [
            (.day, ["day", "days", "daily", "d", "jour", "jours", "quotidien", "天", "日"]),
            (
                .weekday,
                ["weekday", "weekdays", "workday", "workdays", "jour ouvré", "jours ouvrés", "工作日", "个工作日"]
            ),
            (
                .week,
                ["week", "weeks", "weekly", "w", "semaine", "semaines", "hebdomadaire", "周", "星期", "个星期", "礼拜"]
            ),
            (.month, ["month", "months", "monthly", "m", "mois", "mensuel", "月", "个月"]),
            (
                .year,
                ["year", "years", "yearly", "annually", "y", "an", "ans", "année", "années", "annuel", "年"]
            ),
        ]
        var units: [String: Unit] = [:]
        for (unit, names) in names {
            for name in names { units[name] = unit }
        }
        return units
    }()
}
