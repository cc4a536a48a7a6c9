// SPDX-License-Identifier: GPL-3.0-or-later

extension Language {
    /// The day with which a week begins, Monday being 0: as the region says that a POSIX environment names for times, or
    /// else as most who write the language have it.
    ///
    /// Source: Unicode CLDR, supplemental data, `firstDay`.
    package func firstWeekday(_ variables: [String: String]) -> Int {
        guard self == .english else { return 0 }
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
