// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// The name of a new app, and the names derived from it.
struct AppName: Equatable {
    /// The longest name that lines of the template have room for.
    static let longest = 24

    /// The name of the module, such as `TaskList`.
    let module: String

    /// A name that the user has typed.
    ///
    /// Letters alone, since the app's id is the name in lower case, and ids are lower-case ASCII letters.
    ///
    /// - Throws: `NewAppFault`.
    init(_ word: String) throws(NewAppFault) {
        if SwiftKeyword.all.contains(word) || word == "Type" || word == "Protocol" { throw .keyword(word) }
        guard let first = word.first, first.isASCII, first.isUppercase, word.allSatisfy({ $0.isASCII && $0.isLetter })
        else { throw .notAName(word) }
        guard word.count <= Self.longest else { throw .tooLong(word, most: Self.longest) }
        module = word
    }

    /// The word that a user types after `switch`, such as `tasklist`.
    var id: String { module.lowercased() }

    /// The title that a user reads, such as “Task List”.
    var title: String {
        let letters = Array(module)
        return letters.indices.reduce(into: "") { title, index in
            let startsWord =
                index > 0 && letters[index].isUppercase
                && (letters[index - 1].isLowercase || letters.dropFirst(index + 1).first?.isLowercase == true)
            title += (startsWord ? " " : "") + String(letters[index])
        }
    }

    /// The modules that the manifest makes of it: one for each layer or one for all, and their tests.
    func modules(_ size: AppSize) -> [String] {
        (size == .layers ? ["App", "Panels", "Logic", "Store", "Tests"] : ["", "Tests"]).map { module + $0 }
    }

    /// A text or a path of the template with this name in it.
    func filling(_ text: String) -> String {
        text.replacing("__NAME__", with: module).replacing("__ID__", with: id).replacing("__TITLE__", with: title)
    }
}

/// The sizes of a new app.
enum AppSize: Equatable {
    /// One module, whose values are kept whole.
    case small
    /// A module for each layer, with stores of its own.
    case layers

    /// The folder of the template.
    var folder: String { self == .small ? "Small" : "Layers" }
}
