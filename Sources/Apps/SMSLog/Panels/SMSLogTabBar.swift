// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// The tabs of the app.
@MainActor
final class SMSLogTabBar: TabBar {
    private let model: SMSLogModel

    init(_ model: SMSLogModel) { self.model = model }

    var tabs: [Tab] { SMSLogTab.allCases.map { Tab(key: $0.rawValue, title: $0.title) } }

    var selected: String { model.tab.rawValue }

    func select(_ key: String) async throws {
        guard let tab = SMSLogTab(rawValue: key) else {
            throw CommandFault.unknownTab(key, tabs: SMSLogTab.allCases.map(\.rawValue))
        }
        model.tab = tab
    }
}
