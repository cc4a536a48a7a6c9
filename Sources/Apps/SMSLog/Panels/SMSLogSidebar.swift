import AtriumKit
import SMSLogLogic

/// The drawer of the log: the conversations by name, with how many messages of each are not read yet.
@MainActor
enum SMSLogSidebar {
    /// The drawer of a model.
    static func panel(of model: SMSLogModel) -> SidebarPanel {
        SidebarPanel {
            Strings.tabThreads.string(in: $0.language)
        } rows: { _ in
            model.conversations.map { conversation in
                SidebarRow(
                    conversation.displayName, count: conversation.unread > 0 ? conversation.unread : nil,
                    isCurrent: conversation.address == model.thread?.address,
                    opening: "thread \"\(conversation.address.text)\"")
            }
        }
    }
}
