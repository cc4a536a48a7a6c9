// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import AtriumSession

extension CatalogFault: UserFacing {
    /// The first word of its codes.
    public static var area: String { "catalog" }

    /// The mistake, its place, and what to write instead.
    public var sentence: LocalizedText {
        switch self {
        case .command(let command, let app, let fault):
            LocalizedText {
                Strings.faultCatalogCommand(
                    command: command, app: app.rawValue, reason: fault.sentence.string(in: $0))
            }
        default: Strings.sentence(of: self)
        }
    }
}

extension SpecFault {
    /// The reason, and what to write instead: the second half of a sentence about the command.
    var sentence: LocalizedText { Strings.sentence(of: self) }
}

extension LanguageFault {
    /// The reason, and what to write instead: the second half of a sentence about the file.
    var sentence: LocalizedText { Strings.sentence(of: self) }
}

// MARK: - The check

extension [any AppFactory] {
    /// Checks that each app, command and place can be typed, and that each word means one of them.
    ///
    /// What a program is composed of does not change while it runs: it is checked at the start, before anything is done.
    ///
    /// - Throws: `CatalogFault`.
    @MainActor
    package func check() throws(CatalogFault) {
        for factory in self { try factory.check() }
    }
}

extension AppFactory {
    /// The words of the shell without which no user could leave an app, or learn its commands.
    private static var reserved: Set<String> {
        Set([ShellCommands.help, ShellCommands.quit, MovingCommands.switching].flatMap(\.spec.words))
    }

    fileprivate func check() throws(CatalogFault) {
        guard id.rawValue.first?.isLetter == true,
            id.rawValue.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else { throw .appName(id) }
        let (specs, reserved) = (commandSpecs, Self.reserved)
        var known: Set<String> = []
        for spec in specs {
            do throws(SpecFault) {
                try spec.check()
                for word in spec.words {
                    guard !reserved.contains(word) else { throw .ofShell(word) }
                    guard known.insert(word).inserted else { throw .taken(word) }
                }
            } catch { throw .command(spec.name, of: id, error) }
        }
        let names = Set(specs.map(\.name))
        for (key, spec) in selectionCommands.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where !names.contains(spec.name) { throw .command(spec.name, of: id, .key(key)) }
        var forms: Set<[String]> = []
        for route in routeSpecs {
            let form = route.pattern.split(separator: "/").map { $0.first == ":" ? ":" : String($0) }
            guard forms.insert(form).inserted else { throw .route(route.pattern, of: id) }
        }
    }
}
