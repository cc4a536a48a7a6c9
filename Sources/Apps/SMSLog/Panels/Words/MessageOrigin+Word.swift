// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension MessageOrigin {
    /// What stands in the border of a list: that messages are not from the user’s own store is seen at any width.
    func title(_ list: LocalizedText) -> LocalizedText {
        switch self {
        case .store(.system): list
        case .store(.archive): Self.titled(list) { Strings.originArchive.string(in: $0) }
        case .store(.file(let path)):
            Self.titled(list) { _ in path.split(separator: "/").last.map(String.init) ?? path }
        case .look(let name): Self.titled(list) { _ in name }
        }
    }

    private static func titled(_ list: LocalizedText, by name: @escaping @Sendable (Language) -> String)
        -> LocalizedText
    {
        LocalizedText(list.key) { "\(name($0)) · \(list.string(in: $0))" }
    }
}

extension MessageStoreChoice {
    /// The stores that there are to choose from.
    static let offered: [AppSetting.Choice] = [
        .init(systemName, summary: Strings.choiceStoreSystem), .init(archiveName, summary: Strings.choiceStoreArchive),
        .init(filePrefix, summary: Strings.choiceStoreFile, isBeginning: true),
    ]
}
