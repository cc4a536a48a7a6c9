// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram

final class Greeting: AppModel { var name = "world" }

struct HelloFactory: AppFactory {
    let id: AppID = "hello"
    let title: LocalizedText = "Hello"
    let summary: LocalizedText = "Greets."
    func makeModel(for session: UserSession, in world: World) -> Greeting { Greeting() }
    func main(_ model: Greeting) -> MainSource { .text("Hello, \(model.name)!", titled: title) }
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) {}
    var commands: [Command<Greeting>] {
        let name = Parameter.text("name", summary: "The name to greet")
        return [
            Command("greet", summary: "Greets by name.", parameters: name, examples: ["greet Ana"]) { model, name in
                model.name = name
                return .message("Hello, \(name)!")
            }
        ]
    }
}

@main struct Main {
    static func main() async {
        await ShellProgram("Hello", version: "1.0", summary: "Greets.") { _ in [HelloFactory()] }.main()
    }
}
