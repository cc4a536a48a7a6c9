// SPDX-License-Identifier: GPL-3.0-or-later

extension Records {
    /// Which of its rows a list that was cut has kept.
    public enum Kept: Sendable {
        /// Those at its beginning.
        case first
        /// Those at its beginning, where the order is by date; they may be shown the other way round.
        case newest
        /// Those at its end.
        case last
    }

    /// The same with so many rows at most, and with what that leaves out.
    ///
    /// - Parameter limit: What `--limit` says; nil for all of the rows.
    public func limited(to limit: Int?, keeping kept: Kept = .first) -> Records {
        guard let limit, count > limit else { return self }
        return part(
            from: kept == .last ? count - limit : 0, count: limit, cut: Cut(to: limit, of: count, keeping: kept))
    }
}

extension Records.Cut {
    /// What a list of so many rows leaves out, which `--limit` tells more of.
    ///
    /// - Parameter total: How many rows there are in all; nil where that was not counted.
    public init(to count: Int, of total: Int?, keeping kept: Records.Kept) {
        guard let total else {
            self.init(total: nil, notice: Strings.recordsCutUncounted(count: count))
            return
        }
        let notice =
            switch kept {
            case .first: Strings.recordsCutFirst(count: count, total: total)
            case .newest: Strings.recordsCutNewest(count: count, total: total)
            case .last: Strings.recordsCutLast(count: count, total: total)
            }
        self.init(total: total, notice: notice)
    }
}

extension Parameter where Value == Int? {
    /// `--limit N`, which every command has whose list may be long: the most rows to list.
    ///
    /// What is left out then is said, by `Records.limited` or `ListSource.limit`.
    public static var limit: Parameter {
        .option(.number("limit", placeholder: "N", summary: Strings.optionLimit))
    }
}
