// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a document could not be read to its end.
///
/// The elements before the fault have been delivered to the handler; of a text that runs into the fault, a part may
/// have been. Lines and columns count from 1. A column counts characters as they are after
/// the repairs of its line (see `XMLRepairs`), so a joined pair counts as one.
package enum XMLFault: Error, Hashable, Sendable {
    /// There is no byte but white space.
    case empty
    /// The first thing in the document is no markup; the line is where it stands.
    case notXML(line: Int)
    /// The document breaks a rule of XML at this place.
    case malformed(XMLMalformation, line: Int, column: Int)
    /// The document ends before its root element does; the line is that of the last thing begun.
    case truncated(line: Int)
    /// There is a DOCTYPE, which is refused for the entities it can define.
    case doctype(line: Int)
    /// Elements are nested deeper than the limit.
    case tooDeep(line: Int, limit: Int)
    /// The document declares, or begins with the mark of, an encoding that is not read.
    case unsupportedEncoding(name: String)
    /// The source could not be opened or read.
    case unreadable(errno: Int32)
    /// The machine has not enough memory for one attribute or tag.
    case outOfMemory
}

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
