import AtriumKit
import SMSLogLogic
import Session
import Terminal

/// Makes the message log.
package struct SMSLogFactory: AppFactory {
    package let id: AppID = "sms"
    package let accent = Color.palette(72)
    package let transition = Transition.pushLeft
    package var title: LocalizedText { Strings.title }
    package var summary: LocalizedText { Strings.summary }
    private let gateway: any MessageGateway

    /// A factory whose log sends nothing, but keeps what would be sent.
    package init() { self.init(gateway: RecordingGateway()) }

    /// A factory whose log sends through this gateway.
    package init(gateway: any MessageGateway) { self.gateway = gateway }

    package func makeModel(for session: UserSession, in world: World) throws -> SMSLogModel {
        SMSLogModel(
            service: try SMSLogService(on: world.system, owner: session.user, clock: world.clock, gateway: gateway))
    }

    package func makeSidebar(_ model: SMSLogModel) -> any Panel { SMSLogSidebar(model) }
    package func makeTabBar(_ model: SMSLogModel) -> any TabBar { SMSLogTabBar(model) }
    package func makeMain(_ model: SMSLogModel) -> any ListPanel { SMSLogMain(model) }
    package func makeDetail(_ model: SMSLogModel) -> (any DetailPanel)? { ThreadPanel(model) }

    package var commands: [Command<SMSLogModel>] {
        ThreadCommands.all + MessageCommands.all + ContactCommands.all + ImportCommands.all + StatsCommands.all
    }

    package var routes: [Route<SMSLogModel>] { SMSLogRoutes.all }

    package func completions(
        of item: String, for word: String, in model: SMSLogModel, language: Language
    ) async -> [Completion] {
        // Candidates are a convenience: where they cannot be read there are none.
        let all =
            switch item {
            case "number": (try? await numbers(model)) ?? []
            case "message": messages(model)
            default: [Completion]()
            }
        return all.filter { $0.text.hasPrefix(word) }
    }

    private func numbers(_ model: SMSLogModel) async throws -> [Completion] {
        let conversations = try await model.service.conversations(limit: SMSLogModel.page)
        let contacts = try await model.service.contacts()
        let named = contacts.flatMap {
            [
                Completion(text: $0.address.text, description: $0.name),
                Completion(text: $0.name, description: $0.address.text),
            ]
        }
        return conversations.filter { $0.contact == nil }.map { Completion(text: $0.address.text) } + named
    }

    private func messages(_ model: SMSLogModel) -> [Completion] {
        let messages = model.thread?.messages.reversed() ?? model.conversations.map(\.last)
        return messages.map { Completion(text: String($0.id), description: $0.preview) }
    }
}
