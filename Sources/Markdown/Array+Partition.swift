// SPDX-License-Identifier: GPL-3.0-or-later

extension Array {
    /// How many elements come first for which something is true, where none behind them has it: found by halving.
    package func count(ofFirst isFirst: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
