// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

extension Call {
    /// The word for programs.
    var key: String { "\(outcome)" }

    /// How it went, and how long it took.
    var text: LocalizedText {
        switch outcome {
        case .answered: Strings.callAnswered(duration: duration)
        case .made: Strings.callMade(duration: duration)
        case .missed: Strings.callMissed
        case .voicemail: Strings.callVoicemail(duration: duration)
        case .rejected: Strings.callRejected
        case .blocked: Strings.callBlocked
        }
    }

    /// Minutes and seconds, after hours where there are any.
    private var duration: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (minutes, hours) = (seconds / 60, seconds / 3600)
        return hours > 0 ? "\(hours):\(two(minutes % 60)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
