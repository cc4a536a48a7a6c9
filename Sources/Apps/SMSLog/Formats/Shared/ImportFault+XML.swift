// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic
import XMLReader

extension ImportFault {
    init(_ fault: XMLFault) {
        self =
            switch fault {
            case .empty: .empty
            case .notXML(let line): .notXML(line: line)
            case .malformed(_, let line, let column): .malformed(line: line, column: column)
            case .truncated(let line): .truncated(line: line)
            case .doctype(let line): .doctype(line: line)
            case .tooDeep(let line, _): .tooDeep(line: line)
            case .unsupportedEncoding(let name): .unsupportedEncoding(name)
            case .unreadable(let reason): .unreadable(reason: reason)
            case .outOfMemory: .outOfMemory
            }
    }
}
