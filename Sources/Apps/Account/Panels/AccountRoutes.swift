// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// The places in the app that `open` can go to.
@MainActor
enum AccountRoutes {
    static var all: [Route<AccountModel>] {
        [
            Route(summary: Strings.routeAccount) { model, _ in try await ProfileCommands.show(model) },
            Route("profile", summary: Strings.routeProfile) { model, _ in try await ProfileCommands.show(model) },
            Route("sessions", summary: Strings.routeSessions) { model, _ in try await SessionCommands.list(model) },
        ]
    }
}
