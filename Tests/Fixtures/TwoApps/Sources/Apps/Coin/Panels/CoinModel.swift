// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// How a coin has fallen so far, for one login.
@MainActor
package final class CoinModel: AppModel {
    let coin: any CoinToss
    /// The throws, the first one first: whether each was heads.
    private(set) var throwsSoFar: [Bool] = []

    init(coin: any CoinToss) { self.coin = coin }

    func toss() -> Bool {
        throwsSoFar.append(coin.isHeads())
        return throwsSoFar[throwsSoFar.count - 1]
    }
}
