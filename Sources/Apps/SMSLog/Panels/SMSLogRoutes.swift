// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// The places in the app that `open` can go to.
@MainActor
enum SMSLogRoutes {
    static var all: [Route<SMSLogModel>] {
        [
            Route("", summary: Strings.routeThreads) { model, _, _ in
                try await ThreadCommands.list(model)
            },
            Route("thread/:number", summary: Strings.routeThread, items: ["number": "address"]) { model, values, _ in
                let address = try await model.service.address(of: values["number"] ?? "")
                return MessageReplies.page(try await model.open(address), in: model)
            },
            Route("message/:id", summary: Strings.routeMessage, items: ["id": "message"]) { model, values, _ in
                let word = values["id"] ?? ""
                guard let id = Int(word), id > 0 else { throw CommandFault.notANumber(name: "id", value: word) }
                let message = try await model.service.message(id)
                _ = try await model.open(message.address, upTo: message)
                return MessageReplies.detail(message) { [weak model] in await model?.didShow([message]) }
            },
        ]
    }
}
