// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Session

// Having the telephone call when there is something to tell.
extension AndroidGateway {
    /// Registers an address for each event, under names by which they are found again and are not there twice.
    package func subscribe(to address: CallbackAddress, since time: Timestamp, until now: Timestamp)
        async throws(GatewayFault)
    {
        let listed = try await checked(answer(at: "/webhooks"))
        let hooks = listed.decoded([Hook].self) ?? []
        for event in AndroidCallback.Event.allCases {
            let hook = Hook(id: name(of: event, address), url: address.text(.event), event: event.rawValue)
            guard !hooks.contains(hook), let json = try? JSONEncoder().encode(hook) else { continue }
            try await checked(answer(at: "/webhooks", json: Array(json)))
        }
        // What came while nobody listened; versions that do not know this have nothing to hand out.
        guard let since = ISOTime.text(time), let until = ISOTime.text(now),
            let json = try? JSONEncoder().encode(["since": since, "until": until])
        else { return }
        _ = try await answer(at: "/messages/inbox/export", json: Array(json))
    }

    package func unsubscribe(from address: CallbackAddress) async throws(GatewayFault) {
        for event in AndroidCallback.Event.allCases {
            let answer = try await answer(at: "/webhooks/" + name(of: event, address), isRemoval: true)
            // One that is not there need not be removed.
            if answer.status != 404 { try checked(answer) }
        }
    }

    /// The telephone takes 36 signs at most.
    private func name(of event: AndroidCallback.Event, _ address: CallbackAddress) -> String {
        "atrium-\(address.token.prefix(16))-\(event.word)"
    }

    @discardableResult
    private func checked(_ answer: HTTPAnswer) throws(GatewayFault) -> HTTPAnswer {
        switch answer.status {
        case 200..<300: return answer
        case 403: throw .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 429, 500...: throw .unreachable(reason: .fact(.serverFault, answer.excerpt))
        default:
            throw GatewayFault(ofServer: answer, at: address.text)
                ?? .unreachable(reason: .said(answer.decoded(ErrorText.self)?.message ?? answer.excerpt))
        }
    }
}

/// What the telephone knows of an address that it calls.
private struct Hook: Codable, Hashable {
    let id: String
    let url: String
    let event: String
}
