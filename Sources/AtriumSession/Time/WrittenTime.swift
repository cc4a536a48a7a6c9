// SPDX-License-Identifier: GPL-3.0-or-later

/// A point in time in a file, and its written form: another time is written in the same form.
///
///     let time = WrittenTime("31.12.2020", in: zone)
///     time?.text(of: later)  // 05.01.2021
///
/// It reads only unambiguous times: ISO 8601, numbers with the year first, with points, or with a day above 12,
/// English names of months, and seconds or milliseconds since 1970. `01/02/2020` may be either day.
public struct WrittenTime: Hashable, Sendable {
    /// The point in time.
    public let timestamp: Timestamp
    private let pieces: [Piece]
    private let zone: Zone

    /// - Parameters:
    ///   - text: The written time, which may stand between `[[` and `]]`.
    ///   - zone: The time zone of a time without an offset.
    public init?(_ text: String, in zone: Zone) {
        let bare = text.trimmingPrefix { $0.isWhitespace }
        let link = bare.hasPrefix("[[") && bare.hasSuffix("]]")
        var scan = Scan(link ? bare.dropFirst(2).dropLast(2) : bare, in: zone)
        guard let timestamp = scan.timestamp() else { return nil }
        self.timestamp = timestamp
        self.zone = scan.zone
        pieces = link ? [.literal("[[")] + scan.pieces + [.literal("]]")] : scan.pieces
    }

    /// Another time in the same form, to the day or the minute if the form says no more; in ISO 8601 if it could mean
    /// several times in that form.
    public func text(of other: Timestamp) -> String {
        let time = CivilTime(other, in: zone)
        let text = pieces.map { $0.text(time, other) }.joined()
        return WrittenTime(text, in: zone) == nil ? ISOTime.text(other) ?? text : text
    }

    /// Whether a text in this form says just this time.
    public func reads(_ text: String, as time: Timestamp) -> Bool {
        WrittenTime(text, in: zone)?.timestamp == time
    }
}

/// A part of a written time.
private enum Piece: Hashable, Sendable {
    case literal(String)
    case year
    case month(digits: Int)
    /// A name in a language; `nil` for the whole of it.
    case monthName(Language, length: Int?)
    case day(digits: Int)
    case ordinal
    case weekday(Language, length: Int?)
    case hour(digits: Int, isHalf: Bool)
    case minute
    case second
    case fraction(digits: Int)
    case half(isUpper: Bool)
    case milliseconds
    case seconds

    func text(_ time: CivilTime, _ timestamp: Timestamp) -> String {
        switch self {
        case .literal(let text): text
        case .year: time.year.digits(4)
        case .month(let digits): time.month.digits(digits)
        case .monthName(let language, let length): Self.cut(language.months[time.month - 1], length)
        case .day(let digits): time.day.digits(digits)
        case .ordinal: String(Language.english.ordinal(time.day).suffix(2))
        case .weekday(let language, let length): Self.cut(language.weekdays[Day(time).weekday], length)
        case .hour(let digits, let isHalf): (isHalf ? (time.hour + 11) % 12 + 1 : time.hour).digits(digits)
        case .minute: time.minute.digits(2)
        case .second: time.second.digits(2)
        case .fraction(let digits):
            String((((timestamp.milliseconds % 1000 + 1000) % 1000).digits(3) + "000000").prefix(digits))
        case .half(let isUpper): time.hour < 12 ? (isUpper ? "AM" : "am") : (isUpper ? "PM" : "pm")
        case .milliseconds: String(timestamp.milliseconds)
        case .seconds: String(timestamp.seconds)
        }
    }

    private static func cut(_ name: String, _ length: Int?) -> String { length.map { String(name.prefix($0)) } ?? name }
}

/// Reads a written time from its start.
private struct Scan {
    private(set) var pieces: [Piece] = []
    private(set) var zone: Zone
    private var rest: Substring
    /// The numbers of the date as they come, with the places of their pieces.
    private var numbers: [(text: Substring, piece: Int)] = []
    private var signs: Set<Character> = []
    private var month: Int?
    private var clock: [Int] = []
    private var milliseconds = 0
    private var isAfternoon: Bool?

    init(_ text: Substring, in zone: Zone) {
        rest = text
        while rest.last?.isWhitespace == true { rest.removeLast() }
        self.zone = zone
    }

    mutating func timestamp() -> Timestamp? {
        guard rest.utf8.count <= 60, let first = rest.first, first.isASCII || first.isLetter else { return nil }
        if rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return digitsAlone() }
        while !rest.isEmpty { guard takePart() else { return nil } }
        return date.flatMap { time(on: $0) }
    }

    // MARK: One word of digits

    /// Milliseconds and seconds of this century, and dates without signs: `20200131`, `202001311402`.
    private mutating func digitsAlone() -> Timestamp? {
        let text = rest
        func number(_ start: Int, _ count: Int) -> Int { Int(text.dropFirst(start).prefix(count)) ?? 0 }
        func hasDate(_ count: Int) -> Timestamp? {
            let time = CivilTime(
                year: number(0, 4), month: number(4, 2), day: number(6, 2), hour: number(8, 2), minute: number(10, 2),
                second: number(12, 2))
            return (1900...2099).contains(time.year) ? time.timestamp(in: zone) : nil
        }
        guard let value = Int64(text) else { return nil }
        let time = hasDate(text.count)
        switch text.count {
        case 8, 12, 14:
            let parts: [Piece] = [
                .year, .month(digits: 2), .day(digits: 2), .hour(digits: 2, isHalf: false), .minute, .second,
            ]
            pieces = Array(parts.prefix(text.count == 8 ? 3 : text.count == 12 ? 5 : 6))
            return time
        case 10 where value >= 1_000_000_000 && time == nil:
            pieces = [.seconds]
            return Timestamp(seconds: value)
        case 13 where value >= 1_000_000_000_000:
            pieces = [.milliseconds]
            return Timestamp(milliseconds: value)
        default: return nil
        }
    }

    // MARK: Parts

    private mutating func takePart() -> Bool {
        guard let first = rest.first else { return false }
        if first.isASCII, first.isNumber { return takeNumber() }
        if first == "年" || first == "月" || first == "日" {
            pieces.append(.literal(String(rest.removeFirst())))
            signs.insert(first)
            return true
        }
        if first.isLetter { return takeWord() }
        if (first == "+" || first == "-"), !clock.isEmpty { return takeOffset() }
        // A sign stands between two parts.
        guard " ,./-".contains(first), let last = pieces.last else { return false }
        if first == ".", clock.count == 3, case .second = last { return takeFraction() }
        if clock.isEmpty, "./-".contains(first) { signs.insert(first) }
        pieces.append(.literal(String(rest.removeFirst())))
        return true
    }

    private mutating func take(_ isPart: (Character) -> Bool) -> Substring {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return part
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private mutating func takeNumber() -> Bool {
        let digits = take(Self.isDigit)
        if rest.first == ":", clock.isEmpty, digits.count <= 2 { return takeClock(digits) }
        guard numbers.count < 3, digits.count == 4 || digits.count <= 2 else { return false }
        numbers.append((digits, pieces.count))
        pieces.append(.literal(String(digits)))
        if digits.count <= 2, let end = ["st", "nd", "rd", "th"].first(where: { rest.lowercased().hasPrefix($0) }) {
            rest = rest.dropFirst(end.count)
            pieces.append(.ordinal)
        }
        return true
    }

    private mutating func takeClock(_ hour: Substring) -> Bool {
        clock = [Int(hour) ?? 0]
        pieces.append(.hour(digits: hour.count, isHalf: false))
        while clock.count < 3, rest.first == ":" {
            rest.removeFirst()
            let digits = take(Self.isDigit)
            guard digits.count == 2, let number = Int(digits) else { return false }
            pieces += [.literal(":"), clock.count == 1 ? .minute : .second]
            clock.append(number)
        }
        return clock.count > 1
    }

    private mutating func takeFraction() -> Bool {
        rest.removeFirst()
        let digits = take(Self.isDigit)
        guard !digits.isEmpty, let number = Int((digits + "00").prefix(3)) else { return false }
        milliseconds = number
        pieces += [.literal("."), .fraction(digits: digits.count)]
        return true
    }

    private mutating func takeOffset() -> Bool {
        let sign = rest.removeFirst()
        let text = take { Self.isDigit($0) || $0 == ":" }
        let digits = text.filter(\.isNumber)
        guard rest.isEmpty, digits.count == 4 || digits.count == 2, let hours = Int(digits.prefix(2)),
            let minutes = Int(digits.dropFirst(2) + (digits.count == 2 ? "0" : "")),
            let offset = Zone(secondsFromGMT: (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
        else { return false }
        zone = offset
        pieces.append(.literal(String(sign) + text))
        return true
    }

    private mutating func takeWord() -> Bool {
        let word = take { $0.isLetter }
        let key = word.lowercased()
        switch key {
        case "t" where numbers.count == 3 && clock.isEmpty && !rest.isEmpty, "at", "of", "à", "le", "de":
            pieces.append(.literal(String(word)))
        case "z" where !clock.isEmpty, "utc" where !clock.isEmpty, "gmt" where !clock.isEmpty:
            zone = .gmt
            pieces.append(.literal(String(word)))
            return rest.isEmpty
        case "am" where !clock.isEmpty, "pm" where !clock.isEmpty:
            isAfternoon = key == "pm"
            pieces.append(.half(isUpper: word.first?.isUppercase == true))
            pieces = pieces.map {
                if case .hour(let digits, _) = $0 { .hour(digits: digits, isHalf: true) } else { $0 }
            }
        default:
            for language in [Language.english, .french] {
                if month == nil, let (number, length) = Self.place(of: key, in: language.months) {
                    month = number + 1
                    pieces.append(.monthName(language, length: length))
                    return true
                }
                if let (_, length) = Self.place(of: key, in: language.weekdays) {
                    pieces.append(.weekday(language, length: length))
                    return true
                }
            }
            return false
        }
        return true
    }

    /// The place of the name that a word is, or abbreviates by three letters.
    private static func place(of word: String, in names: [String]) -> (Int, length: Int?)? {
        if let index = names.firstIndex(where: { $0.lowercased() == word }) { return (index, nil) }
        guard word.count == 3 else { return nil }
        let found = names.indices.filter { names[$0].lowercased().hasPrefix(word) }
        return found.count == 1 ? found.first.map { ($0, 3) } : nil
    }

    // MARK: The meaning of the parts

    /// The day that the numbers can mean alone, and the pieces that say it.
    private var date: (year: Int, month: Int, day: Int, roles: [Piece])? {
        let texts = numbers.map(\.text)
        let values = texts.compactMap { Int($0) }
        // Beside the name of a month a day has a zero before it only if this one has.
        func day(_ index: Int) -> Piece {
            .day(digits: self.month != nil && texts[index].first != "0" ? 1 : texts[index].count)
        }
        func month(_ index: Int) -> Piece { .month(digits: texts[index].count) }
        if let name = self.month {
            guard values.count == 2, let year = texts.firstIndex(where: { $0.count == 4 }) else { return nil }
            let other = 1 - year
            guard texts[other].count <= 2 else { return nil }
            return (values[year], name, values[other], year == 0 ? [.year, day(1)] : [day(0), .year])
        }
        guard values.count == 3, signs.count == 1 || signs == ["年", "月", "日"] || signs == ["年", "月"] else { return nil }
        if texts[0].count == 4, texts[1].count <= 2, texts[2].count <= 2 {
            return (values[0], values[1], values[2], [.year, month(1), day(2)])
        }
        guard texts[2].count == 4, texts[0].count <= 2, texts[1].count <= 2 else { return nil }
        if signs == ["."] || values[0] > 12 || values[0] == values[1] {
            return (values[2], values[1], values[0], [day(0), month(1), .year])
        }
        guard values[1] > 12 else { return nil }
        return (values[2], values[0], values[1], [month(0), day(1), .year])
    }

    private mutating func time(on date: (year: Int, month: Int, day: Int, roles: [Piece])) -> Timestamp? {
        for (number, role) in zip(numbers, date.roles) { pieces[number.piece] = role }
        var hour = clock.first ?? 0
        if let isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        let time = CivilTime(
            year: date.year, month: date.month, day: date.day, hour: hour, minute: clock.count > 1 ? clock[1] : 0,
            second: clock.count > 2 ? clock[2] : 0)
        guard (0...23).contains(hour), time.minute < 60, time.second < 60,
            let start = time.timestamp(in: zone)
        else { return nil }
        return Timestamp(milliseconds: start.milliseconds + Int64(milliseconds))
    }
}
