// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal

/// Writes the progress of work.
struct ProgressText {
    let language: Language

    /// One line for output without a bar.
    func sentence(_ progress: WorkProgress) -> String {
        language.list([percent(progress), amount(progress), rate(progress), left(progress)].compactMap { $0 })
    }

    /// A bar with numbers behind it; if there is not enough room for all of them, the less important ones go.
    func line(_ progress: WorkProgress, hasBlocks: Bool, columns: Int) -> String {
        let bar = progress.fraction.map { ProgressBar(fraction: $0, hasBlocks: hasBlocks).text }
        let start = [bar, percent(progress)].compactMap { $0 }.joined(separator: " ")
        let head = start.isEmpty ? nil : start
        let (amount, rate, left) = (amount(progress), rate(progress), left(progress))
        let choices: [[String?]] = [
            [head, amount, rate, left], [head, amount, left], [head, left ?? amount], [head ?? amount],
        ]
        let lines = choices.map { $0.compactMap { $0 }.joined(separator: "  ") }
        return lines.first { DisplayWidth.of($0) <= columns } ?? lines[lines.count - 1]
    }

    private func percent(_ progress: WorkProgress) -> String? {
        progress.fraction.map { text(Strings.progressPercent(percent: Int($0 * 100))) }
    }

    private func amount(_ progress: WorkProgress) -> String {
        switch progress.unit {
        case .items:
            let done = grouped(progress.done)
            return text(
                progress.total.map { Strings.progressOf(done: done, total: grouped($0)) }
                    ?? Strings.progress(done: done))
        case .bytes:
            let done = grouped(Self.megabytes(progress.done))
            return text(
                progress.total.map { Strings.progressBytesOf(done: done, total: grouped(Self.megabytes($0))) }
                    ?? Strings.progressBytes(done: done))
        }
    }

    private func rate(_ progress: WorkProgress) -> String? {
        guard let rate = progress.rate, rate >= 1 else { return nil }
        let number = Int(min(rate, 1e15).rounded())
        let sentence =
            switch progress.unit {
            case .items: Strings.progressRate(rate: grouped(number))
            case .bytes where number < 1_000_000: Strings.progressRateKilobytes(rate: grouped(max(1, number / 1000)))
            case .bytes: Strings.progressRateMegabytes(rate: grouped(number / 1_000_000))
            }
        return text(sentence)
    }

    private func left(_ progress: WorkProgress) -> String? {
        guard let remaining = progress.remaining, progress.done < progress.total ?? 0 else { return nil }
        return text(Strings.progressLeft(time: Self.time(remaining)))
    }

    /// Minutes and seconds, with hours if there are any.
    static func time(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    /// Whole megabytes, of a million bytes; a part of one counts as one, so that nothing is 0 of 0.
    private static func megabytes(_ bytes: Int) -> Int { bytes / 1_000_000 + (bytes % 1_000_000 > 0 ? 1 : 0) }

    /// A number with its digits in groups of three.
    func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        let separator = text(Strings.numberGroup)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += separator }
            grouped.append(digit)
        }
        return grouped
    }

    private func text(_ text: LocalizedText) -> String { text.string(in: language) }
}

/// A bar that fills from the left, in eighths of a column if the terminal can show them.
struct ProgressBar {
    /// The full part, from 0 to 1.
    let fraction: Double
    /// The number of columns between its ends.
    var columns = 10
    /// Whether the terminal shows block elements (U+2588 to U+258F).
    var hasBlocks = true

    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// The bar with its ends.
    var text: String {
        let fraction = min(max(fraction, 0), 1)
        guard hasBlocks else {
            let full = Int(fraction * Double(columns))
            return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: columns - full) + "]"
        }
        let steps = Int(fraction * Double(columns * 8))
        let part = Self.eighths[steps % 8]
        let full = String(repeating: "█", count: steps / 8) + part
        return "▕" + full + String(repeating: " ", count: columns - steps / 8 - (part.isEmpty ? 0 : 1)) + "▏"
    }
}
