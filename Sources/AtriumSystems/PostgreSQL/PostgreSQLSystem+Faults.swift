// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import AtriumStores

extension PostgreSQLSystem {
    func translating<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch { throw fault(error) }
    }

    private func withoutSecrets(_ text: String) -> String { secrets.reduce(text) { $0.replacing($1, with: "***") } }

    /// The fault behind an error; others pass unchanged.
    func fault(_ error: any Error) -> any Error {
        guard let error = error as? PostgreSQLFault else { return error }
        return switch error {
        case .noLibrary(let package): StoreFault.noLibrary(package: package)
        case .unreachable(let reason): StoreFault.offline(path: place, reason: withoutSecrets(reason))
        case .lost: StoreFault.offline(path: place, reason: "")
        case .unknownOutcome: StoreFault.unsure(path: place, code: 0)
        case .unconfirmed: StoreFault.unconfirmed(path: place)
        case .refused(let state, let message):
            switch state {
            // The table of a store that was prepared: to prepare it again would not make it.
            case "42P01" where !schemas.isEmpty: StoreFault.server(path: place, state: state, reason: message)
            // Nothing else leads there but a missing table, schema or setting.
            case "42P01", "3F000", "3D000": StoreFault.unprepared(path: place)
            case "55P03", "40P01", "40001": StoreFault.busy(path: place)
            case "53100": StoreFault.full(path: place)
            case "53200": StoreFault.outOfMemory(path: place)
            case "54000", "54001", "22001": StoreFault.tooLarge(path: place)
            case "57014", "25P03": StoreFault.interrupted(path: place)
            case "25006": StoreFault.readOnly(path: place)
            case "42501": StoreFault.denied(path: place)
            default: StoreFault.server(path: place, state: state, reason: message)
            }
        }
    }
}
