// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// The size of a file as people read it: in kB, MB or GB of powers of ten, with a decimal below ten.
public struct FileSize: Hashable, Sendable {
    private let bytes: Int

    /// The size of a file with this number of bytes.
    public init(_ bytes: Int) { self.bytes = bytes }

    /// The number and its unit.
    public func text(in language: Language) -> String {
        // A number that would be rounded up to a thousand is one of the next unit.
        switch bytes {
        case ..<1000: Strings.sizeBytes(number: String(bytes)).string(in: language)
        case ..<999_500: Strings.sizeKilobytes(number: number(1000, language)).string(in: language)
        case ..<999_500_000: Strings.sizeMegabytes(number: number(1_000_000, language)).string(in: language)
        default: Strings.sizeGigabytes(number: number(1_000_000_000, language)).string(in: language)
        }
    }

    private func number(_ unit: Int, _ language: Language) -> String {
        let tenths = (bytes + unit / 20) / (unit / 10)
        guard tenths < 100 else { return String((bytes + unit / 2) / unit) }
        return tenths % 10 == 0
            ? String(tenths / 10) : "\(tenths / 10)\(language == .french ? "," : ".")\(tenths % 10)"
    }
}
