// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// What Logseq calls the journal of a day.
enum LogseqDay {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// The day in a format such as `MMM do, yyyy`; Logseq has English names in all languages.
    static func text(_ day: Day, as format: String) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let suffix =
            switch (day.day % 10, day.day / 10) {
            case (1, let tens) where tens != 1: "st"
            case (2, let tens) where tens != 1: "nd"
            case (3, let tens) where tens != 1: "rd"
            default: "th"
            }
        let month = months[day.month - 1]
        let name = days[day.weekday]
        let signs: [(String, String)] = [
            ("yyyy", "\(day.year)"), ("MMMM", month), ("MMM", String(month.prefix(3))), ("MM", padded(day.month)),
            ("dd", padded(day.day)), ("do", "\(day.day)\(suffix)"), ("EEEE", name), ("EEE", String(name.prefix(3))),
            ("EE", String(name.prefix(3))), ("E", String(name.prefix(3))), ("yy", padded(day.year % 100)),
            ("M", "\(day.month)"), ("d", "\(day.day)"),
        ]
        var result = ""
        var rest = format[...]
        while !rest.isEmpty {
            if let (sign, value) = signs.first(where: { rest.hasPrefix($0.0) }) {
                result += value
                rest = rest.dropFirst(sign.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
