// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import AtriumSession
import AtriumWorlds
import Coin

/// A program of two apps, without accounts.
@main
struct Main {
    static func main() async {
        let apps = AppCatalog(coin: { world in
            let coin: any CoinToss = if let seed = world.seed { SeededToss(from: seed) } else { FairToss() }
            return CoinFactory(in: world, coin: coin)
        })
        await ShellProgram(
            ProgramIdentity(
                "Two Apps", command: "twoapps", version: "1.2", summary: Strings.summary, languages: Language.ofKit),
            commands: [TossCommand.self], apps: { try apps.factories(in: $0) }
        ).main()
    }
}
