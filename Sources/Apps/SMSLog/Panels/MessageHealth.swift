// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumStores
import AtriumWorlds
import SMSLogLogic

/// The examination of messages, in words.
@MainActor
enum MessageHealth {
    /// Examines the messages and the gateways of all users.
    static func findings(
        among stores: any MessagePlaces, in world: World, mends: Bool
    ) async throws -> [HealthFinding] {
        let rows = try await stores.examine(mends: mends).map { finding in
            HealthFinding(finding, of: SMSLogFactory.id, sentence(of: finding))
        }
        guard rows.allSatisfy({ $0.code != "sms.tables" || $0.isMended }), world.systemFolder != nil else {
            return rows
        }
        let vault = GatewayVault(home: world.home)
        return try await rows
            + SMSLogService.faults(ofGatewaysAmong: stores, vault: vault).map { fault in
                switch fault {
                case .password(let name):
                    HealthFinding(
                        "sms.gateway.password", Strings.healthGatewayPassword(name: name),
                        .advice(Strings.healthGatewayPasswordAdvice))
                case .folder(let name, let path):
                    HealthFinding(
                        "sms.gateway.folder", Strings.healthGatewayFolder(name: name, path: path),
                        .advice(Strings.healthGatewayFolderAdvice))
                case .unreached(let name):
                    HealthFinding(
                        "sms.gateway.unreached", Strings.healthGatewayUnreached(name: name),
                        .advice(Strings.healthGatewayUnreachedAdvice(name: name)))
                }
            }
    }

    private static func sentence(of finding: StoreFinding) -> LocalizedText {
        let count = finding.count
        let damage = finding.damage.hasPrefix("archive.") ? finding.damage.dropFirst(8) : finding.damage[...]
        return switch damage {
        case "tables": Strings.healthTables(count: count)
        case "conversation.missing": Strings.healthConversationMissing(count: count)
        case "conversation.owner": Strings.healthConversationOwner(count: count)
        case "conversation.leader": Strings.healthConversationLeader(count: count)
        case "type": Strings.healthType(count: count)
        case "sum": Strings.healthSum(count: count)
        case "tally": Strings.healthTally(count: count)
        case "counter": Strings.healthCounter(count: count)
        case "index": Strings.healthIndex(count: count)
        case "part": Strings.healthPart(count: count)
        case "participant": Strings.healthParticipant(count: count)
        case "queue": Strings.healthQueue(count: count)
        case "former": Strings.healthFormer(count: count)
        case "file.missing": Strings.healthFileMissing(count: count)
        case "file.changed": Strings.healthFileChanged(count: count)
        case "file.unused": Strings.healthFileUnused(count: count)
        case "kept": Strings.healthKept(count: count)
        default: Strings.healthJournal(count: count)
        }
    }
}
