// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// What a user can choose for how apps give way to each other.
enum TransitionChoice: String, CommandChoice {
    case app, none
    case pushLeft = "push-left"
    case pushRight = "push-right"
    case cover, dissolve

    /// One line on what is seen.
    var meaning: LocalizedText? {
        switch self {
        case .app: Strings.choiceTransitionApp
        case .none: Strings.choiceTransitionNone
        case .pushLeft: Strings.choiceTransitionPushLeft
        case .pushRight: Strings.choiceTransitionPushRight
        case .cover: Strings.choiceTransitionCover
        case .dissolve: Strings.choiceTransitionDissolve
        }
    }

    /// The transition; nil for the one of each app.
    var transition: Transition? { Transition.all.first { $0.name == rawValue } }
}
