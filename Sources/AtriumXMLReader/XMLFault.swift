// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumExpat

/// The reason why a document could not be read to its end.
///
/// The elements before the fault have been delivered to the handler; of a text that runs into the fault, a part may
/// have been. Lines and columns count from 1. A column counts characters as they are after
/// the repairs of its line (see `XMLRepairs`), so a joined pair counts as one.
public enum XMLFault: Error, Hashable, Sendable {
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
    /// The line at which the document is wrong; `nil` if no line is to blame.
    public var line: Int? {
        switch self {
        case .notXML(let line), .malformed(_, let line, _), .truncated(let line), .doctype(let line),
            .tooDeep(let line, _):
            line
        case .empty, .unsupportedEncoding, .unreadable, .outOfMemory: nil
        }
    }
}

/// The rule of XML that a document breaks.
public enum XMLMalformation: Hashable, Sendable {
    /// A character that may not stand where it does.
    case invalidToken
    /// An end tag that closes another element than the open one.
    case mismatchedTag
    /// Two attributes of one element with the same name.
    case duplicateAttribute
    /// Something other than comments and white space after the end of the root element.
    case junkAfterRoot
    /// A reference to an entity other than the five of XML.
    case undefinedEntity
    /// A reference to no character.
    case invalidReference
    /// An XML declaration that is not at the very start, or is not one.
    case invalidDeclaration
    /// Any other, with the number that expat gives it (`enum XML_Error`).
    case other(code: Int)
}

extension XMLMalformation {
    /// Translates what expat reports.
    init(_ error: XML_Error) {
        switch error {
        case XML_ERROR_INVALID_TOKEN, XML_ERROR_SYNTAX: self = .invalidToken
        case XML_ERROR_TAG_MISMATCH: self = .mismatchedTag
        case XML_ERROR_DUPLICATE_ATTRIBUTE: self = .duplicateAttribute
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: self = .junkAfterRoot
        case XML_ERROR_UNDEFINED_ENTITY: self = .undefinedEntity
        case XML_ERROR_BAD_CHAR_REF: self = .invalidReference
        case XML_ERROR_MISPLACED_XML_PI, XML_ERROR_XML_DECL: self = .invalidDeclaration
        default: self = .other(code: Int(error.rawValue))
        }
    }
}

/// The numbers of repairs that made a document legal XML.
public struct XMLRepairs: Hashable, Sendable {
    /// Pairs of references to the halves of a surrogate pair, such as `&#55357;&#56834;`, joined into one character.
    package var joinedPairs = 0
    /// References to what is no character of XML, such as `&#0;` or half a pair, replaced by U+FFFD.
    public var replacedReferences = 0
    /// Raw characters that XML forbids, such as escape or half a pair in UTF-16, and runs of bytes that are not UTF-8,
    /// replaced by U+FFFD.
    public var replacedCharacters = 0

    /// Starts with no repairs.
    package init() {}
}
