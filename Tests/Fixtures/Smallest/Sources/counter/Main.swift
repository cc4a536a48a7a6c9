// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram

final class Counter: AppModel { var count = 0 }

struct CounterFactory: AppFactory {
    let id: AppID = "counter"
    let title: LocalizedText = "Counter"
    let summary: LocalizedText = "Counts."
    func makeModel(for session: UserSession, in world: World) -> Counter { Counter() }
    func main(_ model: Counter) -> MainSource { .text("\(model.count)", titled: title) }
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) {}
    var commands: [Command<Counter>] {
        [
            Command("up", summary: "Counts one more.", examples: ["up"]) { counter in
                counter.count += 1
                return .message("\(counter.count)")
            }
        ]
    }
}

@main struct Main {
    static func main() async {
        await ShellProgram("Counter", version: "1.0", summary: "Counts.") { _ in [CounterFactory()] }.main()
    }
}
