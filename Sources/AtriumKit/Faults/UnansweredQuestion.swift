// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// A question to which only yes goes on, and to which the input had no answer.
struct UnansweredQuestion: UserFacing {
    let question: LocalizedText

    var code: String { CommandFault.noAnswer.code }

    var sentence: LocalizedText {
        LocalizedText("fault.unanswered") { [question] language in
            Strings.faultUnanswered(question: question.string(in: language)).string(in: language)
        }
    }
}
