// SPDX-License-Identifier: GPL-3.0-or-later

import CExpat

/// The rule of XML that a document breaks.
package enum XMLMalformation: Hashable, Sendable {
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
