// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumKit
import AtriumSession
import SMSLogLogic

extension GatewayKind {
    /// The title of the kind, for people.
    var title: LocalizedText {
        switch self {
        case .folder: Strings.gatewayFolder
        case .gammu: Strings.gatewayGammu
        case .gammuDatabase: Strings.gatewayGammuDatabase
        case .kannel: Strings.gatewayKannel
        case .android: Strings.gatewayAndroid
        }
    }

    var word: Value { .word(key: rawValue, title) }
}

extension GatewayReason {
    /// The fault and the remedy, for people, without a full stop.
    var title: LocalizedText {
        switch self {
        case .said(let text): LocalizedText(verbatim: text)
        case .fact(.unknownHost, let host): Strings.reasonUnknownHost(host: host)
        case .fact(.noListener, let place): Strings.reasonNoListener(place: place)
        case .fact(.timedOut, let seconds): Strings.reasonTimedOut(seconds: seconds)
        case .fact(.insecure, let detail): Strings.reasonInsecure(detail: detail)
        case .fact(.disconnected, let detail): Strings.reasonDisconnected(detail: detail)
        case .fact(.unauthorized, let answer): Strings.reasonUnauthorized(answer: answer)
        case .fact(.nothingThere, let address): Strings.reasonNothingThere(address: address)
        case .fact(.redirected, let address): Strings.reasonRedirected(address: address)
        case .fact(.serverFault, let answer): Strings.reasonServerFault(answer: answer)
        case .fact(.notUnderstood, let answer): Strings.reasonNotUnderstood(answer: answer)
        case .fact(.otherProgram, let program): Strings.reasonOtherProgram(program: program)
        case .fact(.cannotListen, let detail): Strings.reasonCannotListen(detail: detail)
        case .fact(.noPassword, let name): Strings.reasonNoPassword(name: name)
        case .fact(.otherDatabase, let path): Strings.reasonOtherDatabase(path: path)
        case .fact(.locked, let path): Strings.reasonLocked(path: path)
        case .fact(.readOnly, let path): Strings.reasonReadOnly(path: path)
        case .fact(.tooManyParts, let count): Strings.reasonTooManyParts(count: count)
        }
    }

    /// The reason as part of a sentence.
    func sentence(_ whole: @escaping @Sendable (String) -> LocalizedText) -> LocalizedText {
        if case .said(let text) = self { return whole(text) }
        let title = title
        return LocalizedText { whole(title.string(in: $0)) }
    }

    /// The reason in a record; facts by the stored code.
    var value: Value {
        if case .said(let text) = self { return .text(text) }
        return .word(key: stored, title)
    }
}
