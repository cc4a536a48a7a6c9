// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
import Session

/// What writing a reply down needs to know of the moment.
struct ReplyWriting {
    let language: Language
    let timeZone: TimeZone
    let now: Timestamp
}
