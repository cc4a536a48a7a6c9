// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import Coin
import Session
import Worlds

/// A program of two apps, without accounts.
@main
struct Main {
    static func main() async {
        // Where nothing is left to chance, the coin is not either.
        let apps = AppCatalog(coin: { world in
            CoinFactory(in: world, coin: world.seed == nil ? FairToss() : ForcedToss(isHeads: true))
        })
        await ShellProgram(
            ProgramIdentity("Two Apps", command: "twoapps", version: "1.2", summary: Strings.summary),
            commands: [TossCommand.self], apps: { try apps.factories(in: $0) }
        ).main()
    }
}
