// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// The tabs of the app.
@MainActor
final class AccountTabBar: TabBar {
    private let model: AccountModel

    init(_ model: AccountModel) { self.model = model }

    var tabs: [Tab] { AccountTab.allCases.map { Tab(key: $0.rawValue, title: $0.title) } }

    var selected: String { model.tab.rawValue }

    func select(_ key: String) async throws {
        guard let tab = AccountTab(rawValue: key) else {
            throw CommandFault.unknownTab(key, tabs: AccountTab.allCases.map(\.rawValue))
        }
        model.tab = tab
    }
}
