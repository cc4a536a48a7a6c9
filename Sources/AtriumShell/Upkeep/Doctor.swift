// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumBackups
import AtriumFiles
package import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumStores
package import AtriumWorlds

/// Examines everything that a program keeps, and what it needs of the machine.
@MainActor
package struct Doctor {
    private let world: World
    private let catalog: [any AppFactory]
    private let isOnTerminal: Bool

    /// - Parameters:
    ///   - world: A world whose system may be one in memory: then only what lies around the store is examined.
    ///   - isOnTerminal: Whether the user has a terminal, which is examined then.
    package init(in world: World, catalog: [any AppFactory], isOnTerminal: Bool) {
        self.world = world
        self.catalog = catalog
        self.isOnTerminal = isOnTerminal
    }

    /// Looks at the files, which need not be a store.
    ///
    /// - Parameter mends: Whether to mend what can be mended without a loss.
    package func examineHome(mends: Bool) async -> [HealthFinding] {
        guard let home = world.home else { return [] }
        let examination = HomeExamination(
            of: home, program: world.program.command, hasStore: world.server == nil)
        let found = await BlockingCall.run { examination.findings(mends: mends) }
        return found.map { Self.finding($0.damage, isMended: $0.isMended) }
    }

    /// Looks at the rows of all apps.
    ///
    /// An app that cannot be examined does not affect the others.
    package func examineApps(mends: Bool) async -> [HealthFinding] {
        var found: [HealthFinding] = []
        var settings: [UserID: [String: String]] = [:]
        do {
            for factory in catalog {
                settings.merge(try await factory.authenticating?.settings(in: world) ?? [:]) { $1 }
            }
        } catch { found.append(failure(of: "settings", error)) }
        for factory in catalog {
            do { found += try await factory.examine(in: world, settings: settings, mends: mends) } catch {
                found.append(failure(of: factory.id.rawValue, error))
            }
        }
        return await found + abandoned() + invalid(settings)
    }

    /// Looks at the machine.
    package func examineSurroundings() -> [HealthFinding] {
        var found: [HealthFinding] = []
        func add(_ code: String, _ sentence: LocalizedText, _ advice: LocalizedText) {
            found.append(HealthFinding(code, sentence, .advice(advice)))
        }
        let variables = world.variables
        if isOnTerminal, ["", "dumb"].contains(variables["TERM"] ?? "") {
            add(
                "terminal", Strings.healthTerminal(variable: "TERM"), Strings.healthTerminalAdvice(variable: "TERM"))
        }
        if !world.writesUTF8 {
            add("locale", Strings.healthLocale(name: world.characterLocale), Strings.healthLocaleAdvice)
        }
        if let zone = variables["TZ"], !zone.isEmpty, Zone(identifier: zone) == nil, !zone.contains(where: \.isNumber) {
            add("time-zone", Strings.healthTimeZone(name: zone), Strings.healthTimeZoneAdvice)
        }
        if OpenFiles.allowed < 256 {
            add("descriptors", Strings.healthDescriptors(count: OpenFiles.allowed), Strings.healthDescriptorsAdvice)
        }
        if world.clock.now < Timestamp(seconds: 1_700_000_000) {
            add("clock", Strings.healthClock, Strings.healthClockAdvice)
        }
        return found
    }
}

extension Doctor {
    /// The data of users whose accounts are gone.
    ///
    /// It stays: the account may come back from a backup.
    private func abandoned() async -> [HealthFinding] {
        var users: Set<UserID>?
        for factory in catalog {
            if let known = try? await factory.authenticating?.users(in: world) { users = known.union(users ?? []) }
        }
        guard let users else { return [] }
        var found: [HealthFinding] = []
        for factory in catalog {
            // An app that cannot be read is another finding.
            let owners = (try? await factory.owners(in: world)) ?? []
            for owner in owners.subtracting(users).sorted(by: { $0.rawValue < $1.rawValue }) {
                guard let kept = try? await factory.kept(of: owner, in: world), !kept.isEmpty else { continue }
                let (number, title) = (Int(owner.rawValue), factory.title)
                let sentence = LocalizedText { language in
                    Strings.healthUser(
                        app: title.string(in: language), number: number,
                        things: language.list(kept.map { $0.string(in: language) }))
                }
                // A server has no backups that are restored here.
                let advice =
                    world.server == nil
                    ? Strings.healthUserAdvice(number: number) : Strings.healthUserAdviceServer(number: number)
                found.append(HealthFinding("\(factory.id).user", sentence, .advice(advice)))
            }
        }
        return found
    }

    /// The settings with a value that the program does not know.
    private func invalid(_ settings: [UserID: [String: String]]) -> [HealthFinding] {
        settings.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { _, values in
            let all = [AppSetting](of: catalog, Preferences(values))
            return values.sorted { $0.key < $1.key }.compactMap { name, value -> HealthFinding? in
                guard let setting = all.first(where: { $0.name == name }), !setting.choices.isEmpty,
                    !setting.choices.contains(where: { $0.isBeginning || $0.value == value }), value != setting.initial
                else { return nil }
                return HealthFinding(
                    "setting", Strings.healthSetting(name: name, value: value),
                    .advice(Strings.healthSettingAdvice(name: name)))
            }
        }
    }

    private func failure(of app: String, _ error: any Error) -> HealthFinding {
        let described = ErrorDescription(error)
        let sentence = LocalizedText { Strings.healthFailed(app: app, reason: described.sentence.string(in: $0)) }
        return HealthFinding("\(app).\(described.code)", sentence, .after(error, on: world.server))
    }

    private static func finding(_ damage: HomeDamage, isMended: Bool) -> HealthFinding {
        func made(
            _ code: String, _ sentence: LocalizedText, _ advice: LocalizedText? = nil, isMendable: Bool = false
        ) -> HealthFinding {
            let remedy: HealthFinding.Remedy =
                isMended
                ? .done
                : isMendable ? .mendable : advice.map { .advice($0) } ?? .backup
            return HealthFinding(code, sentence, remedy)
        }
        return switch damage {
        case .noHome: made("home.missing", Strings.healthNoHome, Strings.healthNoStoreAdvice)
        case .noStore: made("store.missing", Strings.healthNoStore, Strings.healthNoStoreAdvice)
        case .mode(let path, let mode):
            made("file.mode", Strings.healthMode(path: path, mode: String(mode, radix: 8)), isMendable: true)
        case .foreign(let path): made("file.foreign", Strings.healthForeign(path: path), Strings.healthForeignAdvice)
        case .kind(let path): made("file.kind", Strings.healthKind(path: path), Strings.healthKindAdvice)
        case .unreadable(let path): made("file.unreadable", Strings.healthUnreadable(path: path), isMendable: true)
        case .noText(let path): made("file.text", Strings.healthNoText(path: path), Strings.healthNoTextAdvice)
        case .empty(let path): made("store.empty", Strings.healthEmpty(path: path))
        case .otherProgram(let path): made("store.foreign", Strings.healthOtherProgram(path: path))
        case .damaged(let path, let fault): made("store.damaged", Strings.healthDamaged(path: path, fault: fault))
        case .indices(let path, let fault):
            made("store.index", Strings.healthIndices(path: path, fault: fault), isMendable: true)
        case .wasted(let path, let megabytes):
            made("store.space", Strings.healthWasted(path: path, megabytes: megabytes), isMendable: true)
        case .fault(let fault): .failing(fault)
        case .left(let path): made("file.left", Strings.healthLeft(path: path), isMendable: true)
        case .backup(let path):
            made("backup.damaged", Strings.healthBackupDamaged(path: path), Strings.healthBackupAdvice)
        case .room(let megabytes): made("disk", Strings.healthRoom(megabytes: megabytes), Strings.healthRoomAdvice)
        }
    }
}

extension HealthFinding {
    /// The finding that something cannot be opened now.
    package static func failing(_ error: any Error) -> HealthFinding {
        let described = ErrorDescription(error)
        return HealthFinding(described.code, described.sentence, .after(error))
    }
}

extension HealthFinding.Remedy {
    /// The remedy after that which the sentence of an error names: a full disk damages nothing, and a backup would only
    /// be older.
    fileprivate static func after(_ error: any Error, on server: String? = nil) -> Self {
        switch error {
        case StoreFault.noLibrary(let package): .advice(Strings.healthLibraryAdvice(package: package))
        case _ where server != nil: .advice(Strings.healthServerAdvice)
        case StoreFault.readOnly: .advice(Strings.healthReadOnlyAdvice)
        case StoreFault.damaged, StoreFault.empty, StoreFault.foreign: .backup
        default: .advice(Strings.healthAgainAdvice)
        }
    }
}

// MARK: - In words

extension Doctor {
    /// The reply to an examination: fails if anything is still wrong.
    ///
    /// - Parameter server: The server that keeps everything, whose tables are not examined; `nil` if none does.
    package static func reply(to findings: [HealthFinding], server: String? = nil) -> Reply {
        .records(
            records(findings), notices: server.map { [Strings.healthServer(address: $0)] } ?? [],
            status: findings.allSatisfy(\.isMended) ? .success : .failure)
    }

    private static func records(_ findings: [HealthFinding]) -> Records {
        Records(
            findings,
            [
                .init("code", Strings.columnCode) { .text($0.code) },
                .init("finding", Strings.columnFinding) { .word($0.sentence) },
                .init("remedy", Strings.columnRemedy) { .word($0.advice) },
                .init("mended", Strings.columnMended, isHidden: true) { .flag($0.isMended) },
            ], whenEmpty: Strings.healthSound)
    }
}
