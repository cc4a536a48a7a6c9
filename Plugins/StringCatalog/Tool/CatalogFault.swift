// SPDX-License-Identifier: GPL-3.0-or-later

/// Something in a catalog that must not be built.
struct CatalogFault: Error, Equatable {
    /// The line, counted from one.
    let line: Int
    /// The text's key, or `nil` if the catalog as a whole is at fault.
    var key: String?
    /// The language, or `nil` if the text is at fault in all of them.
    var language: TextLanguage?
    /// The kind of fault.
    let reason: Reason

    /// What is wrong with a catalog.
    enum Reason: Error, Equatable {
        case json(JSONFault)
        /// A member that must be there is not, or is of another type.
        case malformed(member: String)
        /// The file's name is no name of a Swift type.
        case fileName(String)
        case sourceLanguage(String)
        case version(String)
        case invalidKey
        /// The Swift name means something else in every type.
        case reservedName(String)
        case nameTaken(String, by: String)
        case missingComment
        case missingLanguage
        case unknownLanguage(String)
        case state(String)
        case missingCategory(PluralCategory)
        /// The language has no such category for whole numbers, so that no user would ever read the text.
        case surplusCategory(String)
        /// A variation by something else than number, or one where none is possible.
        case unsupportedVariation(String)
        case placeholder(String)
        /// Numbered and unnumbered arguments in one text.
        case mixedPlaceholders
        case pluralWithoutNumber
        /// Several numbers in a plural: it would choose its form by one of them alone.
        case pluralOfSeveral
        case missingArgument(Int, in: PluralCategory)
        /// One position is a string here and a number there.
        case argumentClash(Int)
        /// A position that is not used although a later one is.
        case argumentGap(Int)
        case argumentsDiffer(expected: [ArgumentKind], found: [ArgumentKind])
        case argumentNames([String], count: Int)
        /// A line `case:` of another form, or without the arguments of its text.
        case caseForm(String)
        case undefinedSubstitution(String)
        case unusedSubstitution(String)
        case substitutionSpecifier(String)
        case unused(name: String)
    }
}
