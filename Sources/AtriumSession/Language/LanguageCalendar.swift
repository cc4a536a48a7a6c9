// SPDX-License-Identifier: GPL-3.0-or-later

extension Language {
    /// The names of the months, January first.
    public var months: [String] {
        switch self {
        case .simplifiedChinese: (1...12).map { "\($0)月" }
        case .french:
            [
                "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
                "novembre", "décembre",
            ]
        default:
            definition?.months ?? [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
        }
    }

    /// The same in short.
    public var shortMonths: [String] {
        switch self {
        case .simplifiedChinese: months
        case .french:
            ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."]
        default: definition?.shortMonths ?? months.map { String($0.prefix(3)) }
        }
    }

    /// The number of a day in a month, as a date says it: `1st`.
    public func ordinal(_ day: Int) -> String {
        switch self {
        case .simplifiedChinese: return "\(day)日"
        case .french: return day == 1 ? "1er" : "\(day)"
        default:
            let ending = [1: "st", 2: "nd", 3: "rd"][day % 10] ?? "th"
            return "\(day)\((11...13).contains(day) ? "th" : ending)"
        }
    }

    /// The names of the days of the week, Monday first.
    public var weekdays: [String] {
        switch self {
        case .simplifiedChinese: ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"]
        case .french: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
        default:
            definition?.weekdays ?? ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        }
    }

    /// The same in short.
    public var shortWeekdays: [String] {
        switch self {
        case .simplifiedChinese: weekdays.map { "周" + $0.suffix(1) }
        case .french: weekdays.map { $0.prefix(3) + "." }
        default: definition?.shortWeekdays ?? weekdays.map { String($0.prefix(3)) }
        }
    }

    /// The same in two letters, or in one sign of Chinese.
    public var narrowWeekdays: [String] {
        switch self {
        case .simplifiedChinese: weekdays.map { String($0.suffix(1)) }
        default: definition?.narrowWeekdays ?? weekdays.map { String($0.prefix(2)) }
        }
    }
}

extension Language {
    /// The first day of a week, with Monday as 0: that of the region that a POSIX environment names for times, or
    /// else the usual one of the language.
    ///
    /// Source: Unicode CLDR, supplemental data, `firstDay`.
    public func firstWeekday(_ variables: [String: String]) -> Int {
        guard self == .english else { return definition?.firstWeekday ?? 0 }
        let locale = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
        let parts = locale.prefix { $0 != "." && $0 != "@" }.replacing("-", with: "_").split(separator: "_")
        guard parts.count > 1, let region = parts.last?.uppercased() else { return 6 }
        return Self.sundayRegions.contains(region) ? 6 : 0
    }

    private static let sundayRegions: Set<String> = [
        "US", "CA", "IN", "PH", "ZA", "SG", "HK", "MO", "TW", "JP", "KR", "TH", "BR", "MX", "JM", "KE", "PK", "ZW",
        "IL",
        "PR", "GU", "VI", "AS", "BZ", "BW", "TT", "MT",
    ]
}
