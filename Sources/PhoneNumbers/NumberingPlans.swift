// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

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

    /// The plan of a region, by its two letters; nil where there is none.
    func plan(region: String) -> NumberingPlan? { linesOfRegions[region[...]].map(plan(at:)) }

    /// The plans of those who share a country code, the main one first.
    func plans(code: some Sequence<UInt8>) -> [NumberingPlan] {
        (linesOfCodes[code.reduce(0) { $0 * 10 + Int($1) }] ?? []).map(plan(at:))
    }

    /// The country code that digits begin with, and the rest; nil where there is none.
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
