// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

/// The places in the app that `open` can go to.
@MainActor
enum SMSLogRoutes {
    static var all: [Route<SMSLogModel>] {
        [
            Route(summary: Strings.routeThreads) { model, _ in
                try await ThreadCommands.list(model)
            },
            Route("thread", parameters: .word("number", values: .item("address")), summary: Strings.routeThread) {
                model, _, number in
                let address = try await model.service.address(of: number)
                return MessageReplies.page(try await model.open(address), in: model)
            },
            Route("contacts", summary: Strings.routeContacts) { model, _ in ContactCommands.list(model) },
            Route("contact", parameters: .word("number", values: .item("number")), summary: Strings.routeContact) {
                model, _, number in
                let address = try await model.service.address(of: number)
                guard try await model.service.conversation(with: address) != nil else {
                    return try await ContactCommands.show(address, in: model)
                }
                return MessageReplies.page(try await model.open(address), in: model)
            },
            Route("message", parameters: MessageCommands.id, summary: Strings.routeMessage) { model, _, id in
                let message = try await model.service.message(id)
                _ = try await model.open(message.address, upTo: message)
                // The panels show it in its conversation.
                return .onPanels {
                    MessageReplies.detail(try await model.service.whole(id)) { [weak model] in
                        await model?.didShow([message])
                    }
                }
            },
        ]
    }
}
