// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import AtriumKit
import AtriumProcesses
package import AtriumSession
import AtriumTerminal
import Foundation

/// The options that determine whose data a command works on, and where they are.
struct DataOptions: ParsableArguments {
    @OptionGroup var place: HomeOption

    /// The folder of the home; `nil` for the usual one.
    var home: String? { place.home }

    @Option(help: Strings.optionStore.help)
    var store: ProgramOptions.Store?

    @Option(
        help: ArgumentHelp(Strings.optionUser.string(in: .ofCommandLine), valueName: "name", visibility: Self.ofLogin))
    var user: String?

    @Option(
        help: ArgumentHelp(
            Strings.optionPasswordFile.string(in: .ofCommandLine), valueName: "file", visibility: Self.ofLogin),
        completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            Strings.optionTokenFile.string(in: .ofCommandLine), valueName: "file", visibility: Self.ofLogin),
        completion: .file())
    var tokenFile: String?

    init() {}

    func validate() throws {
        // Both name a user, who need not be the same.
        if user != nil, tokenFile != nil { throw ValidationError(Strings.userAndToken.string(in: .ofCommandLine)) }
    }

    /// The login options are visible if the program has accounts.
    private static var ofLogin: ArgumentVisibility { ShellProgram.ofCommandLine.hasAccounts ? .default : .private }

    /// Returns other options with the given values added.
    func added(to options: ProgramOptions) -> ProgramOptions {
        var options = options
        options.home = home
        options.store = store
        options.user = user
        options.passwordFile = passwordFile
        options.tokenFile = tokenFile
        return options
    }
}

/// The option that names the home.
struct HomeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(Strings.optionHome.string(in: .ofCommandLine), valueName: "dir"), completion: .directory)
    var home: String?

    init() {}

    func validate() throws {
        // An unset variable in a script must not mean the person’s own store.
        if home?.isEmpty == true { throw ValidationError(Strings.homeEmpty.string(in: .ofCommandLine)) }
    }

    /// The home, which need not be there.
    var found: Home {
        Home(
            of: ShellProgram.ofCommandLine.identity, named: home, variables: ProcessVariables.all,
            workingFolder: FileManager.default.currentDirectoryPath)
    }
}

/// The options of a command that creates its own data: those that name a user’s data are refused.
///
/// The program accepts these anywhere, so that without this they would be read and ignored.
package struct OwnDataOptions: ParsableArguments {
    @OptionGroup(visibility: .private) private var data: DataOptions

    package init() {}

    package func validate() throws {
        guard !data.added(to: ProgramOptions()).namesData else {
            throw ValidationError(Strings.ownData.string(in: .ofCommandLine))
        }
    }
}

extension ProgramOptions.Store: ExpressibleByArgument {
    /// The store that an argument names.
    public init?(argument: String) { self.init(rawValue: argument) }

    /// The values for the help; the last one stands for every address.
    public static var allValueStrings: [String] { ["sqlite", "memory", "postgres://USER@HOST/DATABASE"] }

    /// The values for completion, and the beginning of an address.
    public static var defaultCompletionKind: CompletionKind { .list(["sqlite", "memory", "postgres://"]) }
}

/// The options that determine a command’s output.
package struct OutputOptions: ParsableArguments {
    @Flag(help: Strings.optionJSON.help)
    package var json = false

    @Flag(help: Strings.optionPlain.help)
    var plain = false

    @Option(help: Strings.optionColor.help)
    var color = ColorChoice.auto

    @Option(help: Language.optionHelp)
    package var lang: Language?

    package init() {}

    /// The given values; those that determine whose data are meant keep their defaults.
    package var values: ProgramOptions { ProgramOptions(json: json, plain: plain, color: color, lang: lang) }
}

extension ColorChoice: ExpressibleByArgument {}

/// `NAME=VALUE` on the command line.
struct VariableValue: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}
