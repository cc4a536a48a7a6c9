// SPDX-License-Identifier: GPL-3.0-or-later

extension XMLFault {
    /// The line at which the document is wrong; nil where no line is to blame.
    package var line: Int? {
        switch self {
        case .notXML(let line), .malformed(_, let line, _), .truncated(let line), .doctype(let line),
            .tooDeep(let line, _):
            line
        case .empty, .unsupportedEncoding, .unreadable, .outOfMemory: nil
        }
    }
}
