// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumGateways
import AtriumKit
import AtriumSession
import Foundation
import MessageGateways
import SMSLogLogic

/// The gateways, and receiving messages.
@MainActor
enum GatewayCommands {
    static let all: [Command<SMSLogModel>] = [gateway, receive]

    private static let subject = Parameter.word(
        "gateway", values: .item("gateway"), summary: Strings.parameterGateway,
        terms: GatewayKind.named.map { .init($0.rawValue, $0.title) })
    private static let place = Parameter.file("place", summary: Strings.parameterPlace)
    private static let user = Parameter.word("user", placeholder: "NAME", summary: Strings.optionGatewayUser)
    private static let sender = Parameter.word("from", placeholder: "SENDER", summary: Strings.optionGatewaySender)
    private static let sim = Parameter.number("sim", placeholder: "N", summary: Strings.optionGatewaySim)
    private static let secretFile = Parameter.file("secret", placeholder: "FILE", summary: Strings.optionGatewaySecret)
    static let listen = Parameter.option(
        .word("listen", placeholder: "PLACE", summary: Strings.optionGatewayListen))
    private static let daily = Parameter.word("daily", placeholder: "N", summary: Strings.optionGatewayDaily)
    private static let callback = Parameter.word(
        "callback", placeholder: "LINK", summary: Strings.optionGatewayCallback)
    private static let signing = Parameter.file("signing", placeholder: "FILE", summary: Strings.optionGatewaySigning)

    private static let gateway = Command<SMSLogModel>(
        "gateway", category: .writing, summary: Strings.commandGateway,
        parameters: .optional(.choice("action", GatewayAction.self, summary: Strings.parameterGatewayAction)),
        .optional(subject), .optional(place),
        .option(.word("name", placeholder: "NAME", summary: Strings.optionGatewayName)), .option(user), .option(sender),
        .option(sim), .option(secretFile), listen, .option(callback), .option(signing),
        .option(daily),
        examples: [
            "gateway", "gateway add folder ~/outbox", "gateway add gammu ~/spool --name phone",
            "gateway add gammu ~/smsd.db",
            "gateway add kannel http://127.0.0.1:13013 --user ana --from 8123",
            "gateway add android http://192.168.1.20:8080 --user sms --sim 2", "gateway list", "gateway test phone",
            "gateway use phone", "gateway password android", "gateway remove phone",
            "gateway set kannel --listen 8085", "gateway show kannel",
            "gateway set android --callback https://sms.example.org", "gateway set kannel --listen off",
            "gateway set phone --daily 100",
        ], isLasting: true
    ) { model, context, action, subject, place, name, user, sender, sim, secretFile, listen, callback, signing, daily in
        let (service, gateways) = (model.service, model.service.gateways)
        let most = try daily.map(count)
        switch action {
        case nil: return try await GatewayReplies.state(of: try await gateways.sending(), in: service)
        case .show:
            let name = try required(subject, GatewayCommands.subject)
            return try await GatewayReplies.state(of: try await gateways.gateway(named: name), in: service)
        case .list: return .records(GatewayReplies.records(of: try await gateways.all(), in: service))
        case .add:
            let kind = try kind(try required(subject, GatewayCommands.subject))
            let gateway = try NewGateway(
                kind: kind, place: try required(place, GatewayCommands.place), name: name, user: user, sender: sender,
                sim: sim, limit: DailyLimit(most: most ?? nil)
            ).gateway(in: context)
            guard try await !service.gateways.all().contains(where: { $0.name == gateway.name }) else {
                throw SMSLogFault.gatewayExists(gateway.name)
            }
            let password = kind.isOfNetwork ? try await password(of: gateway.name, secretFile, context) : nil
            if !kind.isOfNetwork, secretFile != nil { throw SMSLogFault.uselessOption("--secret", kind: kind) }
            let calls = try NewCallbacks(listen: listen, callback: callback, isSigned: signing != nil, of: kind)
            let key = try await signingKey(signing, context)
            try await gateways.add(gateway, password: password)
            if let listen = calls?.listen {
                try await service.gateways.setCallbacks(
                    ofGateway: gateway.name, listen: listen, callback: calls?.callback, signingKey: key)
            }
            return try await GatewayReplies.added(try await gateways.gateway(named: gateway.name), to: service)
        case .set:
            let name = try required(subject, GatewayCommands.subject)
            let gateway = try await gateways.gateway(named: name)
            if listen == nil, callback == nil, signing == nil {
                guard let most else { throw CommandFault.missing(GatewayCommands.listen) }
                try await service.gateways.setLimit(most, ofGateway: name)
                return GatewayReplies.limited(try await gateways.gateway(named: name))
            }
            let calls = try NewCallbacks(
                listen: listen ?? gateway.listen, callback: callback ?? gateway.callback, isSigned: signing != nil,
                of: gateway.kind)
            let key = try await signingKey(signing, context)
            // It still calls its former place, so its calls are ended first.
            var notices: [LocalizedText] = []
            if calls?.listen == nil { notices = try await left(gateway, service) }
            if let most { try await service.gateways.setLimit(most, ofGateway: name) }
            try await service.gateways.setCallbacks(
                ofGateway: name, listen: calls?.listen, callback: calls?.callback, signingKey: key)
            return try await GatewayReplies.set(name, in: service, notices: notices)
        case .password:
            let name = try required(subject, GatewayCommands.subject)
            try await service.gateways.networkGateway(name)
            try await service.gateways.setPassword(try await password(of: name, secretFile, context), ofGateway: name)
            return .message(Strings.gatewayPasswordSet(name: name), Fact("name", .text(name)))
        case .use:
            let name = try required(subject, GatewayCommands.subject)
            try await gateways.use(name)
            return .message(Strings.gatewayUsed(name: name), Fact("name", .text(name)))
        case .remove:
            let name = try required(subject, GatewayCommands.subject)
            let notices = try await left(try await gateways.gateway(named: name), service)
            try await gateways.remove(name)
            let next = try await gateways.sending()?.name
            return .message(
                next.map { Strings.gatewayRemoved(name: name, next: $0) } ?? Strings.gatewayRemovedLast(name: name),
                Fact("name", .text(name)), Fact("next", MessageReplies.optional(next)), notices: notices)
        case .test:
            let name = try required(subject, GatewayCommands.subject)
            try await service.gateways.test(name)
            return .message(Strings.gatewayTested(name: name), Fact("name", .text(name)))
        }
    }

    private static let receive = Command<SMSLogModel>(
        "receive", category: .exchange, summary: Strings.commandReceive, examples: ["receive"], isLasting: true
    ) { model, _ in
        let all = try await model.service.gateways.receive()
        guard let gateway = try await model.service.gateways.sending() else { return .message(Strings.receivedNothing) }
        // Messages of muted or blocked conversations are not announced.
        let messages = all.filter { $0.marks.isDisjoint(with: [.muted, .blocked]) }
        let trouble = try await model.service.gateways.all().compactMap { gateway in
            gateway.trouble.map { SMSLogFault.gatewayTrouble(gateway.name, reason: $0).sentence }
        }
        return Reply(
            .message(
                Strings.received(count: messages.count),
                facts: [
                    Fact("received", .number(messages.count)), Fact("gateway", .text(gateway.name)),
                    Fact("ids", .list(messages.map { .number($0.id) })),
                    Fact("silent", .number(all.count - messages.count)),
                ]), notices: trouble + (model.service.gateways.isListening ? [Strings.receivedElsewhere] : []),
            status: trouble.isEmpty ? .success : .failure)
    }

    private static func required<Value>(_ value: Value?, _ parameter: Parameter<Value>) throws(CommandFault) -> Value {
        guard let value else { throw .missing(parameter) }
        return value
    }

    /// The daily limit of a gateway; `nil` for no limit.
    private static func count(_ word: String) throws(SMSLogFault) -> Int? {
        if word == NewCallbacks.off { return nil }
        guard let count = Int(word), (1...1_000_000).contains(count) else { throw .badDailyLimit(word) }
        return count
    }

    /// The password of a gateway: the first line of a file, or hidden input.
    private static func password(
        of name: String, _ file: FileReference?, _ context: CommandContext
    ) async throws -> Secret {
        guard let file else {
            return try await context.prompter.ask(untilRight: {
                try await context.prompter.askSecretInPerson(Strings.promptGateway(name: name))
            }) { try checked($0) }
        }
        return try await secret(in: file, context)
    }

    /// The first line of a file.
    private static func secret(in file: FileReference, _ context: CommandContext) async throws -> Secret {
        let text = try await FileContents.text(readingAsideAt: context.path(of: file), limit: 4096)
        let line = text.split(omittingEmptySubsequences: false) { $0.isNewline }.first ?? ""
        return try checked(Secret(String(line)))
    }

    private static func signingKey(_ file: FileReference?, _ context: CommandContext) async throws -> Secret? {
        guard let file else { return nil }
        return try await secret(in: file, context)
    }

    /// Ends the calls of a gateway, if it can be reached; returns the reason if not.
    private static func left(_ gateway: Gateway, _ service: SMSLogService) async throws -> [LocalizedText] {
        guard gateway.kind == .android, gateway.listen != nil else { return [] }
        do {
            try await service.gateways.leave(gateway.name)
            return []
        } catch let error as any UserFacing { return [error.sentence, Strings.gatewayCallsOn(name: gateway.name)] }
    }

    private static func checked(_ password: Secret) throws -> Secret {
        if password.bytes.isEmpty { throw CommandFault.noPassword }
        return password
    }

    private static func kind(_ word: String) throws(CommandFault) -> GatewayKind {
        guard let kind = GatewayKind(rawValue: word), GatewayKind.named.contains(kind) else {
            throw .notAChoice(name: "gateway", value: word, choices: GatewayKind.named.map(\.rawValue))
        }
        return kind
    }
}

/// The actions of `gateway`.
private enum GatewayAction: String, CommandChoice {
    case list, show, add, set, use, password, remove, test

    var meaning: LocalizedText? {
        switch self {
        case .list: Strings.gatewayActionList
        case .show: Strings.gatewayActionShow
        case .add: Strings.gatewayActionAdd
        case .set: Strings.gatewayActionSet
        case .use: Strings.gatewayActionUse
        case .password: Strings.gatewayActionPassword
        case .remove: Strings.gatewayActionRemove
        case .test: Strings.gatewayActionTest
        }
    }
}

/// The options for a gateway to add.
struct NewGateway {
    let kind: GatewayKind
    let place: FileReference
    let name: String?
    let user: String?
    let sender: String?
    let sim: Int?
    let limit: DailyLimit

    /// The gateway.
    ///
    /// - Throws: `SMSLogFault` for options that such a gateway must or cannot have, for an address that is none, and for a
    ///   database that is not there; `CommandFault.file` for a folder among the program’s own files.
    func gateway(in context: CommandContext) throws -> Gateway {
        if sender != nil, kind != .kannel { throw SMSLogFault.uselessOption("--from", kind: kind) }
        if sim != nil, kind != .android { throw SMSLogFault.uselessOption("--sim", kind: kind) }
        let name = name ?? kind.rawValue
        guard kind.isOfNetwork else {
            if user != nil { throw SMSLogFault.uselessOption("--user", kind: kind) }
            let path = try context.writablePath(of: place)
            if let found = FileStatus(path, followingLinks: true)?.kind, found != .folder, found != .regular {
                throw CommandFault.file(path: path, reason: .kind(found))
            }
            return Gateway(name: name, kind: try kind.found(at: path), place: path, limit: limit)
        }
        guard let address = GatewayAddress(place.word) else { throw SMSLogFault.badAddress(place.word) }
        guard let user, !user.isEmpty else { throw SMSLogFault.needsOption("--user") }
        return Gateway(
            name: name, kind: kind, place: address.text, user: user, sender: sender, sim: sim, limit: limit)
    }
}

/// The options for the calls of a gateway.
struct NewCallbacks {
    /// The place that waits for its calls; `nil`: none.
    let listen: ListenAddress?
    /// The address under which it reaches that place, if it is another one.
    let callback: GatewayAddress?

    /// The word for none.
    static let off = "off"

    /// The typed options; `nil` if there are none.
    ///
    /// - Throws: `SMSLogFault` for options that such a gateway cannot have, and for text that is not a port or address;
    ///   `CommandFault` for options that lack another.
    @MainActor
    init?(listen: String?, callback: String?, isSigned: Bool, of kind: GatewayKind) throws {
        guard listen != nil || callback != nil || isSigned else { return nil }
        guard kind.isOfNetwork else {
            let option = listen != nil ? "--listen" : callback != nil ? "--callback" : "--signing"
            throw SMSLogFault.uselessOption(option, kind: kind)
        }
        if isSigned, kind != .android { throw SMSLogFault.uselessOption("--signing", kind: kind) }
        guard let listen else { throw CommandFault.missing(GatewayCommands.listen) }
        self.listen = ListenAddress(listen)
        guard self.listen != nil || listen == Self.off else { throw SMSLogFault.badPort(listen) }
        self.callback = self.listen == nil ? nil : callback.flatMap(GatewayAddress.init)
        if let callback, self.listen != nil, self.callback == nil { throw SMSLogFault.badAddress(callback) }
    }
}
