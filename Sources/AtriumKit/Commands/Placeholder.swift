// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// The words in capitals that stand for what somebody types, such as `NAME`; commands are declared with the English ones.
///
/// A word of an app that is none of these is the same in every language.
package enum Placeholder: String, CaseIterable {
    case action, app, attachment, command, day, definition, draft, field, file, folder, format, gateway, id, job, key,
        kind
    case language, link, name, notebook, number, other, path, place, program, pubkey, query, route, sender, session,
        state, store
    case tab, term, text, theme, time, title, tag, topic, transition, value, version, words

    /// The word in each language.
    package var word: LocalizedText {
        switch self {
        case .action: Strings.placeholderAction
        case .app: Strings.placeholderApp
        case .attachment: Strings.placeholderAttachment
        case .command: Strings.placeholderCommand
        case .day: Strings.placeholderDay
        case .definition: Strings.placeholderDefinition
        case .draft: Strings.placeholderDraft
        case .field: Strings.placeholderField
        case .file: Strings.placeholderFile
        case .folder: Strings.placeholderFolder
        case .format: Strings.placeholderFormat
        case .gateway: Strings.placeholderGateway
        case .id: Strings.placeholderId
        case .job: Strings.placeholderJob
        case .key: Strings.placeholderKey
        case .kind: Strings.placeholderKind
        case .language: Strings.placeholderLanguage
        case .link: Strings.placeholderLink
        case .name: Strings.placeholderName
        case .notebook: Strings.placeholderNotebook
        case .number: Strings.placeholderNumber
        case .other: Strings.placeholderOther
        case .path: Strings.placeholderPath
        case .place: Strings.placeholderPlace
        case .program: Strings.placeholderProgram
        case .pubkey: Strings.placeholderPubkey
        case .query: Strings.placeholderQuery
        case .route: Strings.placeholderRoute
        case .sender: Strings.placeholderSender
        case .session: Strings.placeholderSession
        case .state: Strings.placeholderState
        case .store: Strings.placeholderStore
        case .tab: Strings.placeholderTab
        case .tag: Strings.placeholderTag
        case .term: Strings.placeholderTerm
        case .text: Strings.placeholderText
        case .theme: Strings.placeholderTheme
        case .time: Strings.placeholderTime
        case .title: Strings.placeholderTitle
        case .topic: Strings.placeholderTopic
        case .transition: Strings.placeholderTransition
        case .value: Strings.placeholderValue
        case .version: Strings.placeholderVersion
        case .words: Strings.placeholderWords
        }
    }

    /// What somebody types, such as `tag:NAME` or `thread/:number`, with its placeholders in a language.
    package static func translated(_ text: String, into language: Language) -> String {
        guard language != .english else { return text }
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            // A step of a route is one behind a slash; in `has:attachment` a word that is typed is behind the colon.
            let isStep = first == ":" && (result.isEmpty || result.last == "/")
            let word = (isStep ? rest.dropFirst() : rest).prefix { $0.isASCII && $0.isLetter }
            let isWord = isStep ? word.allSatisfy(\.isLowercase) : word.allSatisfy(\.isUppercase)
            if isWord, let known = Self(rawValue: word.lowercased())?.word.string(in: language) {
                result += isStep ? ":" + known.lowercased() : known
            } else {
                result += (isStep ? ":" : "") + word
            }
            rest = rest[word.endIndex...]
            // What is no letter stands as it is.
            if word.isEmpty, !isStep { result.append(rest.removeFirst()) }
        }
        return result
    }
}
