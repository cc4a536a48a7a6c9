// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The rules for the numbers of one region.
final class NumberingPlan: Sendable {
    /// Numbers of one kind.
    struct Kind: Sendable {
        /// Their lengths: a bit for each length.
        let lengths: UInt32
        /// The lengths of those that are dialled only nearby.
        let localLengths: UInt32
        let pattern: NumberPattern

        /// Reads a kind of `NumberingPlanTable`; `nil` for none.
        init?(_ field: Substring) {
            guard let end = field.firstIndex(of: "/") else { return nil }
            let lengths = field[..<end].split(separator: "+").map { part in
                part.split(separator: ",").reduce(UInt32(0)) { $0 | 1 << (UInt32($1) ?? 0) }
            }
            self.lengths = lengths.first ?? 0
            localLengths = lengths.count > 1 ? lengths[1] : 0
            pattern = NumberPattern(field[field.index(after: end)...])
        }

        func contains(_ number: ArraySlice<UInt8>) -> Bool {
            number.count < 32 && lengths >> UInt32(number.count) & 1 == 1 && pattern.matches(number)
        }
    }

    let region: String
    let code: [UInt8]
    /// The prefix dialled before a country code.
    private let abroad: NumberPattern?
    /// The prefix dialled before a national number.
    private let prefix: NumberPattern?
    /// The replacement of the prefix: digits, and `\1` or `\2` for a group; `nil`: nothing.
    private let rule: [UInt8]?
    /// The start of national numbers that can be nowhere else.
    let leading: NumberPattern?
    private let general: Kind?
    private let mobile: Kind?
    private let kinds: [Kind]

    /// The plan on a line of `NumberingPlanTable`.
    init(_ line: Substring) {
        let fields = line.split(separator: " ").map { $0 == "_" ? "" : $0 }
        func pattern(_ index: Int) -> NumberPattern? { fields[index].isEmpty ? nil : NumberPattern(fields[index]) }
        code = fields[0].utf8.map { $0 - 0x30 }
        region = String(fields[1])
        abroad = pattern(2)
        prefix = pattern(3)
        rule = fields[4].isEmpty ? nil : Array(fields[4].utf8)
        leading = pattern(5)
        general = Kind(fields[6])
        mobile = Kind(fields[7])
        kinds = fields[7...].compactMap(Kind.init)
    }

    /// The digits after the prefix for calls abroad; `nil` if a number does not begin with that.
    func behindPrefixAbroad(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let prefix = abroad?.match(digits) else { return nil }
        let rest = digits.dropFirst(prefix.end)
        return rest.first == 0 ? nil : rest
    }

    /// Whether a national number is one of the region.
    func contains(_ number: ArraySlice<UInt8>) -> Bool {
        general?.contains(number) == true && kinds.contains { $0.contains(number) }
    }

    /// Whether a national number is one of a mobile telephone.
    func isMobile(_ number: ArraySlice<UInt8>) -> Bool {
        general?.contains(number) == true && mobile?.contains(number) == true
    }

    /// Whether a number has the form of those of the region, whatever its length.
    func isLike(_ number: ArraySlice<UInt8>) -> Bool { general?.pattern.matches(number) == true }

    /// Whether there is no number of the region as long as this.
    func isTooLong(_ number: ArraySlice<UInt8>) -> Bool {
        (general?.lengths ?? 0) >> UInt32(min(number.count, 31)) == 0 && !isLocal(number)
    }

    /// Whether all numbers of the region are longer than this.
    func isTooShort(_ number: ArraySlice<UInt8>) -> Bool {
        general.map { $0.lengths != 0 && number.count < $0.lengths.trailingZeroBitCount } ?? false
    }

    private func isLocal(_ number: ArraySlice<UInt8>) -> Bool {
        (general?.localLengths ?? 0) >> UInt32(min(number.count, 31)) & 1 == 1
    }

    /// Whether there may be a number of the region as long as this, or shorter.
    private func isPossible(_ number: ArraySlice<UInt8>) -> Bool {
        let isOfLength = (general?.lengths ?? 0) >> UInt32(min(number.count, 31)) & 1 == 1
        return !isLocal(number) && (isOfLength || isTooLong(number))
    }

    /// A number without the prefix for national ones, if that makes one that is long enough.
    func national(_ number: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let shorter = withoutPrefix(number)
        return isPossible(shorter) ? shorter : number
    }

    /// A number without the prefix for national ones.
    func withoutPrefix(_ number: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let prefix, !number.isEmpty, let match = prefix.match(number) else { return number }
        var shorter = number.dropFirst(match.end)
        if let rule, prefix.groups == 0 || match.group(prefix.groups) != nil {
            shorter = replaced(rule, match, in: number) + shorter
        }
        return isLike(number) && !isLike(shorter) ? number : shorter
    }

    private func replaced(
        _ rule: [UInt8], _ match: NumberPattern.Match, in number: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8> {
        var digits: ArraySlice<UInt8> = []
        var isGroup = false
        for byte in rule {
            if isGroup, let group = match.group(Int(byte) - 0x30) {
                digits += number.dropFirst(group.lowerBound).prefix(group.count)
            } else if !isGroup, byte != UInt8(ascii: "\\") {
                digits.append(byte - 0x30)
            }
            isGroup = byte == UInt8(ascii: "\\")
        }
        return digits
    }
}

/// The plans of all regions; each is read when a number is first compared with it.
final class NumberingPlans: Sendable {
    /// Those of libphonenumber’s metadata.
    static let all = NumberingPlans()

    /// No country code has more digits.
    private static let longestCode = 3

    private let lines: [Substring]
    private let linesOfRegions: [Substring: Int]
    private let linesOfCodes: [Int: [Int]]
    private let plans: Mutex<[Int: NumberingPlan]> = Mutex([:])

    private init() {
        let lines = NumberingPlanTable.lines.split(separator: "\n")
        var regions: [Substring: Int] = [:]
        var codes: [Int: [Int]] = [:]
        for (index, line) in lines.enumerated() {
            let fields = line.split(separator: " ", maxSplits: 2)
            codes[Int(fields[0]) ?? 0, default: []].append(index)
            // Numbers of no region all have the name 001.
            if !fields[1].hasPrefix("0") { regions[fields[1]] = index }
        }
        self.lines = lines
        linesOfRegions = regions
        linesOfCodes = codes
    }

    /// The plan of a region, by its two letters; `nil` if there is none.
    func plan(region: String) -> NumberingPlan? { linesOfRegions[region[...]].map(plan(at:)) }

    /// The plans of the regions that share a country code, the main one first.
    func plans(code: some Sequence<UInt8>) -> [NumberingPlan] {
        (linesOfCodes[code.reduce(0) { $0 * 10 + Int($1) }] ?? []).map(plan(at:))
    }

    /// The country code that digits begin with, and the rest; `nil` if there is none.
    func split(_ digits: ArraySlice<UInt8>) -> (code: ArraySlice<UInt8>, number: ArraySlice<UInt8>)? {
        guard digits.first != 0 else { return nil }
        var value = 0
        for count in 1...Self.longestCode where count <= digits.count {
            value = value * 10 + Int(digits[digits.startIndex + count - 1])
            if linesOfCodes[value] != nil { return (digits.prefix(count), digits.dropFirst(count)) }
        }
        return nil
    }

    private func plan(at line: Int) -> NumberingPlan {
        plans.withLock { plans in
            if let plan = plans[line] { return plan }
            let plan = NumberingPlan(lines[line])
            plans[line] = plan
            return plan
        }
    }
}
