// SPDX-License-Identifier: GPL-3.0-or-later

/// The meaning of telephone numbers to a user in one region.
///
/// ```swift
/// let numbering = PhoneNumbering(region: "SG")
/// numbering.international("8123 4567")  // "+6581234567"
/// numbering.international("72000")      // nil: a short code
/// ```
///
/// Text that libphonenumber calls valid is a number here, and means the same, with four differences:
/// - `00` means a plus if that gives a valid number, unless the region dials a longer prefix that gives one, such as
///   `001` in Singapore.
/// - A `0` between country code and number is dropped if no number has it.
/// - Up to six digits without a country code are a number only in regions with mobile numbers that short, and a short
///   code elsewhere.
/// - A text with letters or an extension is not a number.
///
/// The metadata is read when it is first needed, and is that of `NumberingPlanTable` on all machines.
public struct PhoneNumbering: Hashable, Sendable {
    /// The region by its two letters; nil: only numbers with a country code mean anything.
    public let region: String?

    /// The most digits of short codes, which are numbers without country code.
    private static let shortCode = 6
    /// The fewest digits of a national number, and the most.
    private static let lengths = 2...17

    /// Counts up whenever the rules or the metadata change, so that numbers may be read differently than before.
    public static let version = 1

    /// Numbers as a user in this region dials them.
    ///
    /// - Parameter region: Two letters as ISO 3166 has them, in either case; `nil`, or no region: none.
    public init(region: String?) {
        let name = region?.uppercased()
        self.region = name.flatMap { NumberingPlans.all.plan(region: $0)?.region }
    }

    /// Whether a number that is written with a plus has fewer digits than any with its country code.
    public static func isTooShort(_ text: String) -> Bool {
        guard let spelling = NumberSpelling(text), spelling.isInternational,
            let (code, number) = NumberingPlans.all.split(spelling.digits[...])
        else { return false }
        return NumberingPlans.all.plans(code: code).allSatisfy { $0.isTooShort(number) }
    }

    private static func text(_ digits: ArraySlice<UInt8>) -> String {
        String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
    }

    /// The number in E.164, such as `+6581234567`; `nil` if a text is no valid number.
    public func international(_ text: String) -> String? {
        guard let spelling = NumberSpelling(text) else { return nil }
        let digits = spelling.digits[...]
        let number: ArraySlice<UInt8>?
        if spelling.isInternational {
            number = Self.abroad(digits)
        } else {
            let plus = digits.starts(with: [0, 0]) && digits.count > 4 ? Self.abroad(digits.dropFirst(2)) : nil
            number = plus == nil ? national(digits) : dialledAbroad(digits) ?? plus
        }
        return number.map { "+" + Self.text($0) }
    }

    /// A number with its country code.
    private static func abroad(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if let valid = abroadAsWritten(digits) { return valid }
        guard digits.count > lengths.lowerBound, let (code, number) = NumberingPlans.all.split(digits) else {
            return nil
        }
        return number.first == 0 ? valid(number.dropFirst(), code: code) : nil
    }

    /// A number behind the region’s prefix for a country code; `nil` if there is none.
    private func dialledAbroad(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        region.flatMap(NumberingPlans.all.plan(region:))?.behindPrefixAbroad(digits).flatMap(Self.abroadAsWritten)
    }

    /// A number with its country code, and no zero between them that does not belong there.
    private static func abroadAsWritten(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard digits.count > lengths.lowerBound, let (code, number) = NumberingPlans.all.split(digits) else {
            return nil
        }
        return valid(number, code: code)
    }

    /// A number as it is dialled in the region.
    private func national(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let region, let plan = NumberingPlans.all.plan(region: region) else { return nil }
        if let rest = plan.behindPrefixAbroad(digits) { return Self.abroadAsWritten(rest) }
        let result: ArraySlice<UInt8>?
        if let number = withoutCode(digits, plan) {
            result = Self.valid(number, code: plan.code[...])
        } else {
            result = Self.valid(plan.national(digits), ofCode: plan.code[...])
        }
        guard digits.count <= Self.shortCode, let number = result?.dropFirst(plan.code.count) else { return result }
        return NumberingPlans.all.plans(code: plan.code).contains { $0.isMobile(number) } ? result : nil
    }

    /// The digits after the region’s own country code, if a number without plus begins with that; otherwise `nil`.
    private func withoutCode(_ digits: ArraySlice<UInt8>, _ plan: NumberingPlan) -> ArraySlice<UInt8>? {
        guard digits.starts(with: plan.code) else { return nil }
        let number = plan.withoutPrefix(digits.dropFirst(plan.code.count))
        return !plan.isLike(digits) && plan.isLike(number) || plan.isTooLong(digits) ? number : nil
    }

    /// A number behind a country code, perhaps with the prefix for national ones.
    private static func valid(_ number: ArraySlice<UInt8>, code: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard number.count >= lengths.lowerBound, let main = NumberingPlans.all.plans(code: code).first else {
            return nil
        }
        return valid(main.national(number), ofCode: code)
    }

    /// A national number with its country code, if there is such a one.
    private static func valid(_ number: ArraySlice<UInt8>, ofCode code: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard lengths.contains(number.count) else { return nil }
        let plans = NumberingPlans.all.plans(code: code)
        guard plans.count > 1 else { return plans.first?.contains(number) == true ? code + number : nil }
        let plan = plans.first { $0.leading.map { $0.match(number) != nil } ?? $0.contains(number) }
        return plan?.contains(number) == true ? code + number : nil
    }
}

/// A text as a telephone number: its digits, and whether they begin with a country code.
struct NumberSpelling {
    /// The digits’ values.
    let digits: [UInt8]
    /// Whether a plus is before them.
    let isInternational: Bool

    /// More digits than any number has with all that may be dialled before it.
    private static let mostDigits = 40

    /// Reads digits of any script, with the separators of people and phones; `nil` if there is anything else, such as
    /// letters, an extension, or a second plus.
    init?(_ text: some StringProtocol) {
        var text = text[...]
        var digits: [UInt8] = []
        var isInternational = false
        if let scheme = Self.scheme(of: text) {
            text = text[scheme...]
            if let end = text.firstIndex(where: { $0 == ";" || $0 == "?" }) {
                guard let context = Self.context(of: text[end...]) else { return nil }
                text = text[..<end]
                isInternational = !context.isEmpty
                digits = context
            }
        }
        for scalar in Self.withoutTone(text).unicodeScalars {
            if let digit = Self.digit(scalar) {
                digits.append(digit)
                guard digits.count <= Self.mostDigits else { return nil }
            } else if scalar == "+" || scalar == "\u{FF0B}" {
                guard digits.isEmpty, !isInternational else { return nil }
                isInternational = true
            } else {
                guard Self.isFiller(scalar) else { return nil }
            }
        }
        guard digits.count > 1 else { return nil }
        self.digits = digits
        self.isInternational = isInternational
    }

    /// A text without the sign that says to wait for a tone within the prefix for calls abroad, as in `8~10`.
    private static func withoutTone(_ text: some StringProtocol) -> String {
        let number = text.drop(while: \.isWhitespace)
        return number.hasPrefix("8~10") ? "8" + number.dropFirst(2) : String(text)
    }

    /// The start of the number in an address that has a scheme for numbers.
    private static func scheme<Text: StringProtocol>(of text: Text) -> Text.Index? {
        guard let end = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<end].lowercased()
        return ["tel", "sms", "smsto", "callto"].contains(scheme) ? text.index(after: end) : nil
    }

    /// The digits that parameters put before a number, mostly none; `nil` if they put something behind it.
    private static func context(of parameters: some StringProtocol) -> [UInt8]? {
        guard parameters.first == ";" else { return [] }
        var digits: [UInt8] = []
        for parameter in parameters.prefix(while: { $0 != "?" }).split(separator: ";") {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            switch parts[0].lowercased() {
            case "phone-context":
                guard parts.count == 2, parts[1].first == "+" else { continue }
                digits = parts[1].unicodeScalars.compactMap(digit)
            case "ext", "postd": return nil
            default: continue
            }
        }
        return digits
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return scalar.value &- 0x30 < 10 ? UInt8(scalar.value - 0x30) : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { UInt8($0) }
    }

    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "(", ")", "/", "[", "]", "\u{AD}", "\u{200B}"..."\u{200F}", "\u{2010}"..."\u{2015}",
            "\u{202A}"..."\u{202E}", "\u{2060}"..."\u{2069}", "\u{2212}", "\u{30FC}", "\u{FEFF}", "\u{FF08}",
            "\u{FF09}", "\u{FF0D}"..."\u{FF0F}", "\u{FF3B}", "\u{FF3D}":
            true
        default: scalar.properties.isWhitespace
        }
    }
}
