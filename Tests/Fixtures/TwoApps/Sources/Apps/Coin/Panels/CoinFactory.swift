// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumTerminal
package import AtriumWorlds

/// Makes the coin, which keeps nothing.
package struct CoinFactory: AppFactory {
    package let id: AppID = "coin"
    package let title = Strings.title
    package let summary = Strings.summary
    package let accent = Color.palette(178)
    package let transition = Transition.cover
    private let coin: any CoinToss

    /// - Parameter coin: What decides on which side it falls.
    package init(in world: World, coin: any CoinToss = FairToss()) { self.coin = coin }

    package func makeModel(for session: UserSession, in world: World) throws -> CoinModel { CoinModel(coin: coin) }

    package func main(_ model: CoinModel) -> MainSource {
        .document(
            DocumentSource(id: "throws", title: title) { context in
                [model.throwsSoFar.map { .text(Self.side($0).string(in: context.language)) }]
            })
    }

    package func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {}

    package var commands: [Command<CoinModel>] {
        [
            Command("toss", category: .writing, summary: Strings.commandToss, examples: ["toss"]) { model, _ in
                let isHeads = model.toss()
                return .message(Self.side(isHeads), Fact("heads", .flag(isHeads)))
            }
        ]
    }

    private static func side(_ isHeads: Bool) -> LocalizedText { isHeads ? Strings.heads : Strings.tails }
}
