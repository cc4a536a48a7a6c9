// SPDX-License-Identifier: GPL-3.0-or-later

extension NewAppFault: CustomStringConvertible {
    /// The fault, and what to do.
    var description: String {
        switch self {
        case .notOneName(let words) where words.isEmpty:
            "Give the app a name: swift package new-app Tasks. --help says what it makes."
        case .notOneName(let words):
            "An app has one name, and these are \(words.count): \(words.joined(separator: " ")). "
                + "Write it as one word: swift package new-app TaskList."
        case .keyword(let name): "“\(name)” is a word of Swift, which names no module. Choose another name."
        case .notAName(let name):
            "“\(name)” cannot name an app: a name is made of the letters A to Z, and begins with a capital, such as Tasks."
        case .notAnItem(let name):
            "“\(name)” cannot name what an app keeps: a name is made of the letters A to Z, begins with a capital, and is "
                + "no word of Swift, such as Habit."
        case .option(let word): "\(word) is no option, or its value is missing. --help says what there is."
        case .noSmallList(let path):
            "\(path) has no line let small = [\"…\"] with the names of the apps of one module. Add one, or say --layers."
        case .tooLong(let name, let most):
            "“\(name)” is too long for a name: \(most) letters are the most. Choose a shorter one."
        case .taken(let name, .module):
            "There is a module \(name) already, which the app would have too. Choose another name."
        case .taken(let name, .type):
            "There is a type \(name) already, which code of the app would be mistaken for. Choose another name."
        case .taken(let name, .app): "There is an app “\(name)” already. Choose another name."
        case .exists(let path): "\(path) is there already. Remove it, or choose another name."
        case .noList(let path):
            "\(path) has no line let apps = [\"…\"] with the names of the apps, to which another could be added."
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
        case .unwritable(let path, let reason): "\(path) cannot be written: \(reason). Nothing was added."
        }
    }
}
